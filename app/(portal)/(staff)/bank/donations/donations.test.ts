import { randomUUID } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it } from "vitest";
import { linkRequest } from "#lib/accounts/contract.ts";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { dayAt } from "#lib/calendar.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import { listDonationsWithTotals } from "#lib/donations/history/queries.ts";
import { holdDonation } from "#lib/donations/operations.ts";
import { readRecord } from "#lib/donations/record/queries.ts";
import { env } from "#lib/env.ts";
import { withinLogContext } from "#lib/log.ts";
import { call } from "#test/api.ts";
import { push } from "#test/attempts.ts";
import {
  type Bank,
  donationBody,
  donationRequestOf,
  linkBody,
  makeBank,
  makeSchool,
  system,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";
import { teamTimeZone } from "../../date-filter.ts";
import { DonationTimeline } from "./[donation_id]/donation-timeline.tsx";
import { readDonationFilter } from "./donation-filter.ts";
import { GET as exportDonations } from "./export/route.ts";

type Clerk = Awaited<ReturnType<typeof makeClerk>>;

async function makeClerk(bank: Bank) {
  const { scope, cardholderId } = await makeMember(
    { kind: "bank", bankId: bank.bankId },
    "support",
  );
  if (scope.kind !== "bank") throw new Error("a clerk works for a bank");
  await signInBrowser({ cardholderId, familyId: scope.familyId });
  return scope;
}

let bank: Bank;
let clerk: Clerk;
let schoolId: string;

beforeEach(async () => {
  jar.clear();
  bank = await makeBank();
  clerk = await makeClerk(bank);
  schoolId = await makeSchool();
});

async function give(from: Bank, changes: object = {}, to = schoolId) {
  const request = donationRequestOf({ ...donationBody(to), ...changes });
  return (await requestDonation(from.scope, request)).donation_id;
}

async function link(to: Bank, changes: object) {
  const request = linkRequest.parse({ ...linkBody(to), ...changes });
  return (await linkAccount(to.scope, request)).service_user_id;
}

async function find(query: Record<string, string>) {
  const { conditions } = await readDonationFilter(clerk, query);
  const page = (limit: number) =>
    listDonationsWithTotals(clerk, {
      ...conditions,
      isOldestFirst: query.sort === "oldest",
      limit,
    });
  const { items, total, cents } = await page(50);
  if (total > 1) expect(await page(1)).toMatchObject({ total, cents });
  const parameters = new URLSearchParams(query);
  const answer = await exportDonations(
    new Request(`${env().publicBaseUrl}/bank/donations/export?${parameters}`),
  );
  const lines = (await answer.text()).trim().split("\r\n");
  expect([answer.status, lines.length - 1]).toEqual([200, total]);
  return items.map(({ id }) => id);
}

describe("the one search box", () => {
  it("finds a gift by any of its IDs, its amount, and its customer, and only this bank's", async () => {
    const email = `${randomUUID()}@example.com`;
    const customer = { email, display_name: "Solveig 50% Marchetti", bank_user_id: "user-17" };
    const accountId = await link(bank, customer);
    const ref = `tx ${randomUUID()}`;
    const gift = await give(bank, {
      service_user_id: accountId,
      bank_transaction_ref: ref,
      dollar_amount: 1_240.5,
    });
    await give(bank, { dollar_amount: 12 });
    await push(gift);
    const { event_id, number } = await (async () => {
      const { events, donation } = await readRecord(clerk, gift);
      return { event_id: events[0]?.id ?? "", number: donation.platformCreditId ?? "" };
    })();
    const stranger = await makeBank();
    const theirs = await link(stranger, customer);
    await give(stranger, {
      service_user_id: theirs,
      bank_transaction_ref: ref,
      dollar_amount: 1_240.5,
    });
    const named = [gift, giftNumberOf(gift), giftNumberOf(gift).toLowerCase(), accountId, event_id];
    for (const q of [...named, ref, ` ${ref} `, number, "1240.50", "$1,240.5"]) {
      expect(await find({ q }), q).toEqual([gift]);
    }
    for (const q of ["user-17", email, email.toUpperCase(), "marchetti", "50% M"]) {
      expect(await find({ q }), q).toEqual([gift]);
    }
    for (const q of [theirs, "50_ M", randomUUID(), "nobody@example.com", "tx", "Pat\0"]) {
      expect(await find({ q }), q).toEqual([]);
    }
  });

  it("is the API's filters, and an unknown one is refused", async () => {
    const accountId = await link(bank, { display_name: "Solveig Marchetti" });
    const gift = await give(bank, { service_user_id: accountId });
    await give(bank);
    const list = operation("listDonations");
    const idsBy = async (query: Record<string, string>) => {
      const { body } = await call(list, { key: bank.key, query });
      return (body.data as { donation_id: string }[]).map((one) => one.donation_id);
    };
    expect(await idsBy({ gift_number: giftNumberOf(gift) })).toEqual([gift]);
    expect(await idsBy({ gift_number: "G-1" })).toEqual([]);
    expect(await idsBy({ customer_name: "MARCHETTI" })).toEqual([gift]);
    expect(await idsBy({ school_confirmation_id: "none" })).toEqual([]);
    expect(await idsBy({ held: "true" })).toEqual([]);
    expect((await idsBy({ held: "false" })).length).toBe(2);
    const refused = await call(list, { key: bank.key, query: { amount_usd: "25" } });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      422,
      expect.stringContaining("extra_forbidden"),
    ]);
  });
});

it("filters by part, school, and day, in either order, for the list and its file alike", async () => {
  const other = await makeSchool();
  const [first, second] = [await give(bank), await give(bank, {}, other)];
  await holdDonation(clerk, second, "A reason");
  const today = dayAt(new Date(), await teamTimeZone(clerk));
  expect(await find({})).toEqual([second, first]);
  expect(await find({ sort: "oldest" })).toEqual([first, second]);
  expect(await find({ school: other })).toEqual([second]);
  expect(await find({ show: "held" })).toEqual([second]);
  expect(await find({ show: "pending", from: today, to: today })).toEqual([second, first]);
  expect(await find({ show: "completed" })).toEqual([]);
  expect(await find({ to: "2026-01-01" })).toEqual([]);
});

describe("a donation's record", () => {
  it("joins the request with its key, the attempts, and the event with its deliveries, and says nothing of the donor's receipt", async () => {
    const person = await linkAccount(bank.scope, linkRequest.parse(linkBody()));
    const body = donationBody(schoolId, { service_user_id: person.service_user_id });
    const sent = { key: bank.key, body };
    const answer = await withinLogContext({ request_id: "req-1" }, () =>
      call(operation("requestDonation"), sent),
    );
    const { donation_id: id } = answer.body.data as { donation_id: string };
    await push(id);
    const { donation, events } = await readRecord(clerk, id);
    expect(donation).toMatchObject({
      keyId: bank.scope.keyId,
      requestId: "req-1",
      attemptCount: 1,
      status: "completed",
      attemptStartedAt: expect.any(Date),
    });
    expect(events.map(({ type }) => type)).toEqual(["donation.completed"]);
    const emailed = { where: { donationId: id }, data: { emailedAt: new Date() } };
    expect((await db().receipt.updateMany(emailed)).count).toBe(1);
    const again = await readRecord(clerk, id);
    expect(again).toEqual({ donation, events });
    const shown = renderToStaticMarkup(createElement(DonationTimeline, again));
    expect(shown).toContain("Request req-1");
    expect(shown).not.toMatch(/receipt/i);
  });

  it("isn't there for another bank", async () => {
    const theirs = await give(await makeBank());
    await expect(readRecord(clerk, theirs)).rejects.toMatchObject({ code: "DONATION_NOT_FOUND" });
    await expect(readRecord(clerk, "x")).rejects.toMatchObject({ code: "DONATION_NOT_FOUND" });
  });
});

describe("a hold", () => {
  const post = (action: "hold" | "release", id: string, fields = {}) =>
    postForm(`/bank/donations/[donation_id]/${action}`, clerk, fields, { donation_id: id });

  const heldAt = async (id: string) =>
    (await db().credit.findUniqueOrThrow({ where: { donationId: id } })).heldAt;

  it("of the bank's ends when the bank releases it, and is in its log", async () => {
    const id = await give(bank);
    expect((await post("hold", id, { reason: "Card stolen" })).search).toBe("?done=held");
    expect(await heldAt(id)).not.toBeNull();
    expect((await stateAt(await post("hold", id, { reason: "Again" })))?.errors).not.toEqual({});
    expect((await post("release", id)).search).toBe("?done=released");
    expect(await heldAt(id)).toBeNull();
    const log = await db().auditEntry.findMany({ where: { subject: id }, orderBy: { id: "asc" } });
    expect(log.map(({ action, tenant }) => [action, tenant])).toEqual([
      ["donation.hold", clerk.tenant],
      ["donation.release", clerk.tenant],
    ]);
  });

  it("of the operator's isn't the bank's to release", async () => {
    const id = await give(bank);
    await holdDonation(system, id, "Sanctions check");
    expect((await stateAt(await post("release", id)))?.errors).not.toEqual({});
    expect(await heldAt(id)).not.toBeNull();
  });

  it("of another bank's gift is refused like one that never was", async () => {
    const id = await give(await makeBank());
    await post("hold", id, { reason: "Mine now" });
    expect(await heldAt(id)).toBeNull();
  });
});
