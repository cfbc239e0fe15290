import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { auditActions, makePerson } from "#test/sign-in.ts";
import { metrics } from "../metrics.ts";
import { type EmailKind, mailboxOf } from "./limits.ts";
import { queueEmails } from "./queue.ts";

const someone = () => `pat.${randomUUID()}@example.com`;

/** Queues emails of a kind in one transaction. @returns how many are not held */
async function queue(
  to: string,
  kind: EmailKind,
  count = 1,
  cardholderId: string | null = null,
  bankId?: string,
): Promise<number> {
  const bank = bankId === undefined ? {} : { bankId };
  const email = { to, kind, cardholderId, subject: "Hello", text: "Hi", ...bank };
  const queued = await transaction((tx) => queueEmails(tx, Array(count).fill(email)));
  return queued.filter(({ held }) => !held).length;
}

const statusesOf = async (to: string) => {
  const emails = await db().email.findMany({ where: { to }, select: { status: true } });
  const count = (status: string) => emails.filter((email) => email.status === status).length;
  return { kept: count("kept"), held: count("held") };
};

describe("an unverified address", () => {
  it("gets five emails a day, even when many are queued at once, and the rest are held", async () => {
    const to = someone();
    await Promise.all(Array.from({ length: 30 }, () => queue(to, "receipt", 10)));
    expect(await statusesOf(to)).toEqual({ kept: 5, held: 295 });
  });

  it("has one limit across kinds and people", async () => {
    const [to, one, other] = [someone(), await makePerson(), await makePerson()];
    expect(await queue(to, "donation", 2, one.cardholderId)).toBe(2);
    expect(await queue(to, "receipt", 2, other.cardholderId)).toBe(2);
    expect(await queue(to, "receipt-resend", 2, one.cardholderId)).toBe(1);
    expect(await queue(to.toUpperCase(), "donation")).toBe(0);
  });

  it("is the same mailbox under every alias", async () => {
    const to = someone();
    expect(await queue(to.replace("@", "+one@"), "receipt", 3)).toBe(3);
    expect(await queue(to.replace("@", "+two@"), "receipt", 3)).toBe(2);
    expect(await queue(to, "receipt")).toBe(0);
    expect(mailboxOf("+x@example.com")).toBe("+x@example.com");
    expect(mailboxOf("A+b+c@Example.com")).toBe("a@example.com");
  });

  it("includes another person's verified address, and one's own before the first password", async () => {
    const [victim, attacker, linked] = [
      await makePerson(),
      await makePerson(),
      await makePerson(null),
    ];
    expect(await queue(victim.email, "receipt", 9, attacker.cardholderId)).toBe(5);
    expect(await queue(linked.email, "receipt", 9, linked.cardholderId)).toBe(5);
    expect(await queue(victim.email, "receipt", 9, victim.cardholderId)).toBe(9);
  });

  it("still gets password links, even after many to its aliases", async () => {
    const to = someone();
    await queue(to, "receipt", 50);
    expect(await queue(to.replace("@", "+x@"), "password-link", 50)).toBe(10);
    expect(await queue(to, "password-link", 6)).toBe(6);
  });

  it("is recorded in the audit log once a day when emails are held", async () => {
    const person = await makePerson(null);
    await queue(person.email, "receipt", 50, person.cardholderId);
    await queue(person.email, "receipt", 50, person.cardholderId);
    expect(await auditActions(person.cardholderId)).toEqual(["email.hold"]);
  });
});

describe("a verified address", () => {
  it("has a limit for each kind, so other kinds never use up the limit of alerts", async () => {
    const { email, cardholderId } = await makePerson();
    expect(await queue(email, "receipt", 200, cardholderId)).toBe(50);
    expect(await queue(email, "donation", 200, cardholderId)).toBe(50);
    expect(await queue(email, "security:mfa_disabled", 1, cardholderId)).toBe(1);
    expect(await queue(email, "security:app_added", 100, cardholderId)).toBe(24);
  });

  it("has a limit for each bank, so a hostile bank's emails never use up another bank's limit", async () => {
    const { email, cardholderId } = await makePerson();
    const [hostile, own] = [randomUUID(), randomUUID()];
    for (const kind of ["receipt", "donation"] as const) {
      expect(await queue(email, kind, 200, cardholderId, hostile)).toBe(50);
      expect(await queue(email, kind, 2, cardholderId, own)).toBe(2);
    }
    const held = await metrics().emailsRateLimited.get();
    for (const { labels } of held.values) expect(labels.limit).not.toContain(hostile);
  });
});

it("counts mailboxes in a fixed order, so that concurrent counts cannot deadlock", async () => {
  const addresses = Array.from({ length: 20 }, someone);
  const batch = (tos: string[]) =>
    transaction((tx) =>
      queueEmails(
        tx,
        tos.map((to) => ({ to, kind: "receipt", cardholderId: null, subject: "x", text: "x" })),
      ),
    );
  const all = Array.from({ length: 20 }, (_, n) =>
    batch(n % 2 ? addresses : addresses.toReversed()),
  );
  const queued = (await Promise.all(all)).flat();
  expect(queued.filter(({ held }) => !held)).toHaveLength(100);
});
