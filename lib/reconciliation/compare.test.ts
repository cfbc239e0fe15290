import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import { push } from "#test/attempts.ts";
import { fillBatch, makeBatchSchool } from "#test/batches.ts";
import {
  type Bank,
  donationBody,
  donationRequestOf,
  makeBank,
  makeSchool,
  system,
} from "#test/factories.ts";
import { type Platform, type PlatformCredit, startPlatform } from "#test/platform/process.ts";
import { reverse } from "#test/reversals.ts";
import { compareWithPlatforms } from "./compare.ts";

const DAY_MS = 86_400_000;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

const platforms: Platform[] = [];
let [bank, school, platform] = [] as unknown as [Bank, string, Platform];

beforeEach(async () => {
  [bank, school, platform] = [await makeBank(), await makeSchool(), await startPlatform()];
  platforms.push(platform);
  await configurePlatform(system, school, "rest", platform.config);
});
afterAll(async () => {
  for (const started of platforms) await started.stop();
});

async function accept(dollars = 25, to = school): Promise<string> {
  const body = donationRequestOf(donationBody(to, { dollar_amount: dollars }));
  return (await requestDonation(bank.scope, body)).donation_id;
}

async function complete(dollars = 25, to = school): Promise<string> {
  const id = await accept(dollars, to);
  expect(await push(id)).toBe("completed");
  return id;
}

async function creditOf(id: string): Promise<PlatformCredit> {
  const entry = (await platform.ledger()).find(({ credit }) => credit.partner_reference === id);
  return entry?.credit ?? expect.unreachable();
}

const compare = (date = dayOf(new Date()), schoolId = school) =>
  compareWithPlatforms(system, date, schoolId);

/** Each finding's kind, with its donation or reference. */
async function found(date?: string) {
  const { findings } = await compare(date);
  return findings.map(({ kind, donationId, partnerReference }) => [
    kind,
    donationId ?? partnerReference,
  ]);
}

describe("two matching ledgers", () => {
  it("have no findings, and the same sums to the cent", async () => {
    for (const dollars of [19.99, 25, 100.01]) await complete(dollars);
    await platform.behave("refuse", 1);
    expect(await push(await accept())).toBe("failed");
    expect(await compare()).toEqual({
      date: dayOf(new Date()),
      schoolId: school,
      agrees: true,
      completed: { count: 3, dollarAmount: 145 },
      credited: { count: 3, dollarAmount: 145 },
      creditedOnAnotherDay: { count: 0, dollarAmount: 0 },
      completedOnAnotherDay: { count: 0, dollarAmount: 0 },
      inTransit: 0,
      findings: [],
      notCompared: [],
      withoutLedger: [],
    });
  });

  it("count a credit whose response was just lost as in transit", async () => {
    const id = await accept();
    await platform.behave("lose", 1);
    expect(await push(id)).toBe("pending");
    expect(await compare()).toMatchObject({ agrees: true, inTransit: 1, findings: [] });
  });

  it("match across midnight: credited on one day, completed on the next", async () => {
    const id = await complete(30);
    const tomorrow = new Date(Date.now() + DAY_MS);
    await db().donation.update({ where: { id }, data: { completedAt: tomorrow } });
    const thirty = { count: 1, dollarAmount: 30 };
    expect(await compare()).toMatchObject({
      agrees: true,
      completed: { count: 0 },
      credited: thirty,
      completedOnAnotherDay: thirty,
    });
    expect(await compare(dayOf(tomorrow))).toMatchObject({
      agrees: true,
      completed: thirty,
      credited: { count: 0 },
      creditedOnAnotherDay: thirty,
    });
  });

  it("exclude other schools' credits on the same platform", async () => {
    const neighbor = await makeSchool();
    await configurePlatform(system, neighbor, "rest", platform.config);
    await complete(25);
    await complete(40, neighbor);
    expect(await compare()).toMatchObject({ agrees: true, credited: { dollarAmount: 25 } });
    const other = await compare(undefined, neighbor);
    expect(other).toMatchObject({ agrees: true, credited: { dollarAmount: 40 } });
  });
});

describe("finds", () => {
  it("a donation that is completed here without a credit there", async () => {
    const id = await complete();
    await complete();
    await platform.alterLedger({ without: [id] });
    expect(await found()).toEqual([["credit_missing", id]]);
  });

  it("a credit for a donation that is still pending, after a grace period", async () => {
    const id = await accept();
    await platform.behave("lose", 1);
    await push(id);
    const credit = await creditOf(id);
    const created_at = new Date(Date.now() - 11 * 60_000);
    await platform.alterLedger({
      without: [id],
      with: [{ ...credit, created_at: created_at.toISOString() }],
    });
    expect(await found(dayOf(created_at))).toEqual([["credited_but_pending", id]]);
  });

  it("a credit for a failed donation, at any time", async () => {
    const id = await accept();
    await platform.behave("refuse", 1);
    expect(await push(id)).toBe("failed");
    const credit = {
      credit_id: "cr-late",
      status: "posted",
      partner_reference: id,
      amount: { value: "25.00", currency: "USD" },
    };
    for (const days of [0, 3]) {
      const created_at = new Date(Date.now() + days * DAY_MS).toISOString();
      await platform.alterLedger({ with: [{ ...credit, created_at }] });
      expect(await found()).toEqual([["credited_but_failed", id]]);
    }
  });

  it("a void that isn't recorded here, and nothing once it is", async () => {
    const id = await complete();
    await reverse(id, 501);
    expect(await found()).toEqual([]);
    await db().donation.update({ where: { id }, data: { reversedCents: 500n } });
    expect(await found()).toEqual([["void_differs", id]]);
  });

  it("a credit for a canceled donation", async () => {
    const id = await complete();
    const canceled = { status: "canceled", completedAt: null, canceledAt: new Date() };
    await db().donation.update({ where: { id }, data: canceled });
    expect(await found()).toEqual([["credited_but_canceled", id]]);
  });

  it("different amounts, by a cent", async () => {
    const id = await complete(25);
    const credit = await creditOf(id);
    const amount = { value: "25.01", currency: "USD" };
    await platform.alterLedger({ without: [id], with: [{ ...credit, amount }] });
    const { findings, completed, credited } = await compare();
    expect(findings).toMatchObject([
      {
        kind: "amount_differs",
        donationId: id,
        dollarAmount: 25,
        credits: [{ creditId: credit.credit_id, dollarAmount: 25.01 }],
      },
    ]);
    expect([completed.dollarAmount, credited.dollarAmount]).toEqual([25, 25.01]);
  });

  it("two credits for one donation, on the same day or on different days", async () => {
    const id = await complete();
    const credit = await creditOf(id);
    await platform.alterLedger({ with: [{ ...credit, credit_id: "cr-second" }] });
    expect(await found()).toEqual([["credited_twice", id]]);

    const created_at = new Date(Date.now() + DAY_MS).toISOString();
    await platform.alterLedger({ with: [{ ...credit, credit_id: "cr-second", created_at }] });
    expect(await found(created_at.slice(0, 10))).toEqual([["credited_twice", id]]);
  });

  it("a credit other than the one that we recorded", async () => {
    const id = await complete();
    const credit = await creditOf(id);
    await platform.alterLedger({ without: [id], with: [{ ...credit, credit_id: "cr-other" }] });
    expect(await found()).toEqual([["credit_id_differs", id]]);
  });

  it.each(["", "not one of ours", "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10"])(
    "a credit that matches no donation: %j",
    async (partner_reference) => {
      const credit = await creditOf(await complete());
      await platform.alterLedger({
        with: [{ ...credit, credit_id: "cr-unknown", partner_reference }],
      });
      expect(await found()).toEqual([["credit_unknown", partner_reference]]);
    },
  );
});

describe("an unavailable platform", () => {
  it("is reported with the reason, and its donations are excluded", async () => {
    await complete();
    await platform.failLedger(true);
    const { agrees, findings, notCompared } = await compare();
    expect({ agrees, findings }).toEqual({ agrees: false, findings: [] });
    expect(notCompared).toEqual([
      { schoolIds: [school], reason: "the platform returned HTTP 503" },
    ]);
  });

  it("may be one whose configuration is gone", async () => {
    await complete();
    await db().platformConfig.delete({ where: { schoolId: school } });
    const { notCompared } = await compare();
    expect(notCompared).toMatchObject([{ reason: "the school has no platform configuration" }]);
    const { notCompared: ofAll } = await compareWithPlatforms(system, dayOf(new Date()));
    expect(ofAll.flatMap(({ schoolIds }) => schoolIds)).toContain(school);
  });

  it("does not keep other platforms from being compared", async () => {
    const neighbor = await makeSchool();
    const id = await complete(25, neighbor);
    await platform.failLedger(true);
    await db().stubCredit.delete({ where: { partnerReference: id } });
    const { findings, notCompared } = await compareWithPlatforms(system, dayOf(new Date()));
    expect(findings).toContainEqual(expect.objectContaining({ donationId: id }));
    expect(notCompared.flatMap(({ schoolIds }) => schoolIds)).toContain(school);
  });
});

it("a school that confirms from files has no ledger to compare, and no findings", async () => {
  const files = await makeBatchSchool();
  const { ids } = await fillBatch(files);
  const [donationId = ""] = ids;
  const data = { decidedAt: new Date(), decidedBy: "test", confirmationNumber: "OSU-1" };
  await db().giftBatchLine.update({ where: { donationId }, data });
  await db().credit.update({ where: { donationId }, data: { nextAttemptAt: new Date() } });
  expect(await push(donationId)).toBe("completed");
  expect(await compareWithPlatforms(system, dayOf(new Date()), files.schoolId)).toMatchObject({
    agrees: true,
    findings: [],
    notCompared: [],
    withoutLedger: [files.schoolId],
  });
});
