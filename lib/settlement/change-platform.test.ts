/** A school's platform can change only once it has answered about every gift that it was asked to credit. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { push } from "#test/attempts.ts";
import { fillBatch, give, pushAgain } from "#test/batches.ts";
import { ask, attempt } from "#test/corrections.ts";
import { type Bank, makeAccount, makeBank, makeSchool, system } from "#test/factories.ts";
import { type Platform, startPlatform } from "#test/platform/process.ts";
import { makeMember } from "#test/staff.ts";
import { agreeToCorrection } from "../corrections/decisions.ts";
import { db } from "../database/prisma.ts";
import { transaction } from "../database/transaction.ts";
import { PUSHES } from "../donations/sql.ts";
import { requeueIn } from "../jobs/sweep.ts";
import { configurePlatform, loadPlatformAccess } from "../ticketing/config.ts";

const platforms: Platform[] = [];
let bank: Bank;
let schoolId: string;

beforeAll(async () => {
  bank = await makeBank();
  for (const _ of ["old", "new"]) platforms.push(await startPlatform());
});
afterAll(async () => {
  for (const platform of platforms) await platform.stop();
});

const [OLD, NEW] = [0, 1];
const platform = (n: number) => platforms[n] as Platform;

const HOUSE = { houseAccountId: "house" };
/** Every platform that a school can change to. */
const CHANGES = {
  rest: () => configurePlatform(system, schoolId, "rest", platform(NEW).config),
  batch: () => configurePlatform(system, schoolId, "batch", HOUSE),
  stub: () => configurePlatform(system, schoolId, "stub", HOUSE),
};
const EACH = Object.keys(CHANGES) as (keyof typeof CHANGES)[];

beforeEach(async () => {
  schoolId = await makeSchool();
  await configurePlatform(system, schoolId, "rest", platform(OLD).config);
});

async function retry(id: string): Promise<string> {
  await transaction((tx) => requeueIn(tx, PUSHES, { ids: [id] }));
  return pushAgain(id);
}

const creditsOf = async (id: string) => {
  const ledgers = await Promise.all(platforms.map((one) => one.ledger()));
  const references = ledgers.flat().map(({ credit }) => credit.partner_reference);
  return references.filter((reference) => reference === id).length;
};

describe("a gift that the platform credited without answering", () => {
  it.each(EACH)("keeps its school from changing to `%s` until it's settled", async (to) => {
    await platform(OLD).behave("lose", 1);
    const id = await give({ schoolId, bank });
    expect(await push(id)).toBe("pending");
    await expect(CHANGES[to]()).rejects.toThrow("hasn't answered about 1 of the school's gifts");
    expect((await loadPlatformAccess(schoolId)).access.baseUrl).toBe(platform(OLD).baseUrl);
    expect(await retry(id)).toBe("completed");
    await CHANGES[to]();
    expect(await creditsOf(id)).toBe(1);
    expect(await db().giftBatchLine.count({ where: { donationId: id } })).toBe(0);
  });

  it("may also have been credited in an earlier attempt than the last", async () => {
    const id = await give({ schoolId, bank });
    await platform(OLD).behave("lose", 1);
    await push(id);
    await configurePlatform(system, schoolId, "rest", { ...platform(OLD).config, apiKey: "wrong" });
    await db().platformConfig.update({ where: { schoolId }, data: { adapter: "unknown" } });
    expect(await retry(id)).toBe("pending");
    await expect(CHANGES.batch()).rejects.toThrow("hasn't answered");
  });

  it("counts while it's held, and while its attempt is under way", async () => {
    const held = await give({ schoolId, bank });
    await platform(OLD).behave("lose", 1);
    await push(held);
    await db().credit.update({ where: { donationId: held }, data: { heldAt: new Date() } });
    await expect(CHANGES.batch()).rejects.toThrow("hasn't answered");

    schoolId = await makeSchool();
    await configurePlatform(system, schoolId, "rest", platform(OLD).config);
    const id = await give({ schoolId, bank });
    let refused = "";
    await push(id, {}, async (work) => {
      refused = await CHANGES.batch().catch((error) => error.message);
      return work();
    });
    expect(refused).toContain("hasn't answered");
    await CHANGES.batch();
  });
});

describe("a gift that was certainly not credited", () => {
  const NOWHERE = "http://127.0.0.1:9";

  it.each([
    ["where nothing listens", NOWHERE],
    ["that redirects", undefined],
  ])("goes to the right platform after it was sent to an address %s", async (_, baseUrl) => {
    if (baseUrl === undefined) await platform(OLD).behave("redirect", 1);
    else await configurePlatform(system, schoolId, "rest", { ...HOUSE, baseUrl, apiKey: "key" });
    const id = await give({ schoolId, bank });
    expect(await push(id)).toBe("pending");
    await CHANGES.rest();
    expect(await retry(id)).toBe("completed");
    expect(await creditsOf(id)).toBe(1);
  });

  it("goes to the first platform that's configured, and to another if none was asked yet", async () => {
    await db().platformConfig.delete({ where: { schoolId } });
    const [id, later] = [await give({ schoolId, bank }), await give({ schoolId, bank })];
    expect(await push(id)).toBe("pending");
    await configurePlatform(system, schoolId, "rest", platform(OLD).config);
    await CHANGES.batch();
    for (const one of [id, later]) expect(await retry(one)).toBe("on_its_way");
  });
});

it("a gift in a batch stays there, and later ones go to the platform", async () => {
  await CHANGES.batch();
  const { ids } = await fillBatch({ schoolId, bank });
  await CHANGES.rest();
  const later = await give({ schoolId, bank });
  expect(await push(later)).toBe("completed");
  expect(await retry(ids[0] as string)).toBe("on_its_way");
});

it("an attempt that begins during a change waits for it, and goes to the new platform", async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => give({ schoolId, bank })));
  await Promise.allSettled([...ids.map((id) => push(id)), CHANGES.batch()]);
  const isBatch = (await loadPlatformAccess(schoolId)).adapter === "batch";
  for (const id of ids) {
    await retry(id);
    const inBatch = await db().giftBatchLine.count({ where: { donationId: id } });
    expect((await creditsOf(id)) + inBatch).toBe(1);
    if (!isBatch) expect(inBatch).toBe(0);
  }
});

it("the same platform can get another key at any time; accounts at the previous one are forgotten", async () => {
  await platform(OLD).behave("lose", 1);
  const id = await give({ schoolId, bank }, { service_user_id: await makeAccount(bank) });
  await push(id);
  const config = { ...platform(OLD).config, baseUrl: `${platform(OLD).baseUrl}/` };
  await configurePlatform(system, schoolId, "rest", { ...config, apiKey: "platform-key-2" });
  const accounts = () => db().platformAccount.count({ where: { schoolId } });
  expect(await accounts()).toBe(1);
  await configurePlatform(system, schoolId, "rest", config);
  expect(await retry(id)).toBe("completed");
  await CHANGES.rest();
  expect(await accounts()).toBe(0);
});

it.each(EACH)(
  "what a platform has credited is the foundation's to take back after a change to `%s`",
  async (to) => {
    const id = await give({ schoolId, bank });
    expect(await push(id)).toBe("completed");
    const correction = await ask(bank.scope, id, { dollar_amount: 5 });
    // The platform was asked, and its answer was lost.
    await db().correction.update({ where: { id: correction }, data: { voidBegunAt: new Date() } });
    await CHANGES[to]();
    expect(await attempt(correction)).toMatchObject({ status: "pending" });
    const { scope } = await makeMember({ kind: "school", schoolId }, "processor");
    expect(await agreeToCorrection(scope, correction)).toBe(true);
    expect(await attempt(correction)).toMatchObject({ status: "succeeded" });
    if (to === "batch") return;
    const later = await give({ schoolId, bank });
    expect(await push(later)).toBe("completed");
    expect(await attempt(await ask(bank.scope, later))).toMatchObject({ status: "succeeded" });
  },
);
