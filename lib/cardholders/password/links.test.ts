import { describe, expect, it } from "vitest";
import { acceptAllLinks } from "#lib/accounts/acceptance/accept.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { emailsTo, makePerson, randomAddress, sendRequestedLinks } from "#test/sign-in.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { isLinkValid, readLinkState, requestPasswordReset, sendPasswordLink } from "./links.ts";
import { resetPassword } from "./reset.ts";

const NEXT = "the heron stands in the reeds";

async function requestLink(email: string, address = randomAddress()): Promise<void> {
  expect(await requestPasswordReset(email, { address })).toEqual({});
  await sendRequestedLinks();
}

/** The tokens of the links that were emailed to someone, oldest first. */
async function tokensOf(email: string): Promise<string[]> {
  const texts = (await emailsTo(email)).map(({ text }) => text);
  return texts.flatMap((text) => /\/set-password\?token=(prs_[\w-]{43})/.exec(text)?.[1] ?? []);
}

const countOf = async (email: string) => (await tokensOf(email)).length;

/** Makes all of someone's links older. */
const age = (cardholderId: string, minutes: number) =>
  pool().query(
    `update reset_token set created_at = created_at - make_interval(mins => $2),
       expires_at = expires_at - make_interval(mins => $2) where cardholder_id = $1`,
    [cardholderId, minutes],
  );

/** How many links there are, and how many stay valid for ten more minutes. */
async function linksOf(cardholderId: string): Promise<{ all: number; usable: number }> {
  const { rows } = await pool().query(
    `select count(*) as all, count(*) filter (where expires_at > now() + interval '595 s') as usable
     from reset_token where cardholder_id = $1`,
    [cardholderId],
  );
  return rows[0];
}

describe("password links", () => {
  it("tell a member of a team from everyone else", async () => {
    const [member, person] = [await makePerson(), await makePerson()];
    await makeMember(await makeSchoolTenant(), "viewer", member);
    for (const { email, cardholderId } of [member, person]) {
      await requestLink(email);
      const [token = ""] = await tokensOf(email);
      const isMember = cardholderId === member.cardholderId;
      expect(await readLinkState(token)).toMatchObject({ cardholderId, isMember });
    }
  });

  it("stay valid when more are requested, until one of them is used", async () => {
    const { email } = await makePerson();
    await requestLink(email);
    const [own = ""] = await tokensOf(email);
    for (let n = 0; n < 20; n++) await requestLink(email);
    expect(await isLinkValid(own)).toBe(true);
    const all = await tokensOf(email);
    await resetPassword({ token: own, new_password: NEXT }, acceptAllLinks);
    for (const token of all) expect(await isLinkValid(token)).toBe(false);
  });

  it("are requested by ID, never by email address, whether or not it's known", async () => {
    const { email, cardholderId } = await makePerson();
    const requested = async (address: string) => {
      await db().outbox.deleteMany({ where: { name: "cardholder/password-link.requested" } });
      await requestPasswordReset(address, { address: randomAddress() });
      const jobs = await db().outbox.findMany({
        where: { name: "cardholder/password-link.requested" },
      });
      return jobs.map(({ data }) => data);
    };
    expect(await requested(email)).toEqual([{ cardholder_id: cardholderId }]);
    expect(await requested("nobody@example.com")).toEqual([{ cardholder_id: expect.any(String) }]);
    await sendRequestedLinks();
    expect(await countOf("nobody@example.com")).toBe(0);
  });

  it("are limited, even under concurrency", async () => {
    const { email, cardholderId } = await makePerson();
    await Promise.all(
      Array.from({ length: 12 }, () => sendPasswordLink({ cardholder_id: cardholderId })),
    );
    expect(await countOf(email)).toBe(5);
    expect(await db().resetToken.count({ where: { cardholderId } })).toBe(5);
  });

  it("are limited to three an hour per requester, who can't use up anyone's allowance", async () => {
    const [{ email }, stranger] = [await makePerson(), randomAddress()];
    for (let n = 0; n < 8; n++) await requestLink(email, stranger);
    expect(await countOf(email)).toBe(3);
    await requestLink(email);
    expect(await countOf(email)).toBe(4);
  });

  it("never all expire while new ones are refused, even if a stranger with many networks requests them", async () => {
    const { cardholderId } = await makePerson();
    let all = 0;
    // A day of requests, one every ten minutes.
    for (let minutes = 0; minutes < 24 * 60; minutes += 10) {
      await sendPasswordLink({ cardholder_id: cardholderId });
      const links = await linksOf(cardholderId);
      expect(links.all > all || links.usable > 0, "sent, or still valid").toBe(true);
      expect(links.usable).toBeLessThanOrEqual(5);
      all = links.all;
      await age(cardholderId, 10);
    }
    expect(all).toBeLessThanOrEqual(92);
  });

  it("are limited to a few a day for someone who has never set a password", async () => {
    const { email, cardholderId } = await makePerson(null);
    for (let minutes = 0; minutes < 24 * 60; minutes += 20) {
      await sendPasswordLink({ cardholder_id: cardholderId });
      await age(cardholderId, 20);
    }
    expect(await countOf(email)).toBeLessThanOrEqual(10);
    await age(cardholderId, 6 * 60);
    const before = await countOf(email);
    await requestLink(email);
    expect(await countOf(email)).toBe(before + 1);
  });
});
