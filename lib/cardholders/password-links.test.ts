import { describe, expect, it } from "vitest";
import { db } from "#lib/db.ts";
import { system } from "#test/factories.ts";
import { mailsTo, makePerson, sendPromisedLinks, someAddress } from "#test/signing-in.ts";
import { isLinkGood, requestPasswordReset, sendPasswordLink } from "./password-links.ts";
import { resetPassword } from "./password-reset.ts";

const NEXT = "the heron stands in the reeds";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function ask(email: string, address = someAddress()): Promise<void> {
  expect(await requestPasswordReset(email, { address })).toEqual({});
  await sendPromisedLinks();
}

/** The token of each link that was emailed to somebody, oldest first. */
async function tokensOf(email: string): Promise<string[]> {
  const texts = (await mailsTo(email)).map(({ text }) => text);
  return texts.flatMap((text) => /\/set-password\?token=(prs_[\w-]{43})/.exec(text)?.[1] ?? []);
}

const countOf = async (email: string) => (await tokensOf(email)).length;

/** As if all of somebody's links had been made so much earlier. */
async function age(cardholderId: string, ms: number): Promise<void> {
  for (const { tokenHash, createdAt, expiresAt } of await db().resetToken.findMany({
    where: { cardholderId },
  })) {
    const earlier = (at: Date) => new Date(at.getTime() - ms);
    const data = { createdAt: earlier(createdAt), expiresAt: earlier(expiresAt) };
    await db().resetToken.update({ where: { tokenHash }, data });
  }
}

describe("links for a password", () => {
  it("stay good whoever asks for more, until one is used: then none is", async () => {
    const { email } = await makePerson();
    await ask(email);
    const [own = ""] = await tokensOf(email);
    for (let n = 0; n < 20; n++) await ask(email);
    expect(await isLinkGood(own)).toBe(true);
    const all = await tokensOf(email);
    await resetPassword({ token: own, new_password: NEXT });
    for (const token of all) expect(await isLinkGood(token)).toBe(false);
  });

  it("are bounded, also where many are asked for at once", async () => {
    const { email, cardholderId } = await makePerson();
    await Promise.all(Array.from({ length: 12 }, () => sendPasswordLink(system, email)));
    expect(await countOf(email)).toBe(5);
    expect(await db().resetToken.count({ where: { cardholderId } })).toBe(5);
  });

  it("are three an hour for one requester, who uses up nobody's allowance", async () => {
    const [{ email }, stranger] = [await makePerson(), someAddress()];
    for (let n = 0; n < 8; n++) await ask(email, stranger);
    expect(await countOf(email)).toBe(3);
    await ask(email);
    expect(await countOf(email)).toBe(4);
  });

  it("are never all dead while one is refused, whatever a stranger with many networks does", async () => {
    const { email, cardholderId } = await makePerson();
    // Two days of requests, one each five minutes.
    let most = 0;
    for (let minutes = 0; minutes < 2 * 24 * 60; minutes += 5) {
      const before = await countOf(email);
      await sendPasswordLink(system, email);
      const sent = (await countOf(email)) > before;
      const usable = await db().resetToken.count({
        where: { cardholderId, expiresAt: { gt: new Date(Date.now() + 10 * MINUTE - 5_000) } },
      });
      expect(sent || usable > 0).toBe(true);
      most = Math.max(most, usable);
      await age(cardholderId, 5 * MINUTE);
      await db().resetToken.deleteMany({
        where: { cardholderId, expiresAt: { lt: new Date(Date.now() - 24 * HOUR) } },
      });
    }
    expect(most).toBeLessThanOrEqual(5);
    expect(await countOf(email)).toBeLessThanOrEqual(2 * 92);
  }, 120_000);

  it("are a few a day to somebody who has never set a password", async () => {
    const { email, cardholderId } = await makePerson(null);
    for (let minutes = 0; minutes < 24 * 60; minutes += 20) {
      await sendPasswordLink(system, email);
      await age(cardholderId, 20 * MINUTE);
    }
    expect(await countOf(email)).toBeLessThanOrEqual(10);
    await age(cardholderId, 6 * HOUR);
    const before = await countOf(email);
    await ask(email);
    expect(await countOf(email)).toBe(before + 1);
  });
});
