import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { push } from "#test/attempts.ts";
import { confirming, fillBatch, give, makeBatchSchool, pushAgain } from "#test/batches.ts";
import { giveTo, makeStatement } from "#test/books-operations.ts";
import {
  ask,
  attempt,
  calmDown,
  correctionBody,
  eventsOf,
  pointsReturned,
} from "#test/corrections.ts";
import {
  type Bank,
  makeAccount,
  makeBank,
  makeCardholder,
  makeSchool,
  system,
} from "#test/factories.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { makeMember } from "#test/staff.ts";
import { foldStatement } from "../../packages/client/books.ts";
import { updateBank } from "../banks/mutations.ts";
import { confirmGifts } from "../batches/confirm.ts";
import { closeBatch } from "../batches/mutations.ts";
import { countGifts, listGifts } from "../batches/queries.ts";
import { checkLedger } from "../books/check/check.ts";
import { recordPayment } from "../books/payments/record.ts";
import { closeStatements } from "../books/statements/close.ts";
import { listCardholderDonations, sumGivingOf } from "../donations/history/queries.ts";
import { holdDonation, releaseDonation, retryDonation } from "../donations/operations.ts";
import { CORRECTIONS, PUSHES } from "../donations/sql.ts";
import { requeue } from "../jobs/sweep.ts";
import { asCents, toCents } from "../money.ts";
import {
  agreeToCorrection,
  approveCorrection,
  recordPointsReturned,
  refuseCorrection,
} from "./decisions.ts";
import { getCorrection } from "./queries.ts";
import { requestCorrection } from "./request.ts";

isolateDatabase();

let bank: Bank;
let school: string;
beforeAll(async () => {
  bank = await makeBank();
});
beforeEach(async () => {
  school = await makeSchool();
});

const giftOf = (id: string) =>
  db().donation.findUniqueOrThrow({ where: { id }, include: { credit: true, batchLine: true } });
const correctionOf = (id: string) => db().correction.findUniqueOrThrow({ where: { id } });
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => "accepted",
    (error) => error.details?.reason ?? error.violations?.[0]?.type ?? error.code ?? error.message,
  );
const credited = (dollars = 100, points = 10_000) =>
  give({ schoolId: school, bank }, { dollar_amount: dollars, points_redeemed: points }).then(
    async (id) => {
      expect(await push(id)).toBe("completed");
      return id;
    },
  );
const voidsOf = (id: string) => db().stubVoid.findMany({ where: { partnerReference: id } });

describe("a cancel", () => {
  it("ends a gift of which no attempt has begun, at once, and gives its points back", async () => {
    const id = await give({ schoolId: school, bank }, { points_redeemed: 2_500 });
    const correction = await ask(bank.scope, id, { kind: "cancel" });
    expect(await correctionOf(correction)).toMatchObject({
      status: "succeeded",
      pointsToReturn: 2_500n,
    });
    expect(await giftOf(id)).toMatchObject({
      status: "canceled",
      canceledAt: expect.any(Date),
      pointsReturned: 2_500n,
      sequence: 1,
      credit: { status: "canceled" },
    });
    expect(await push(id)).toBe("canceled");
    expect(await retryDonation(system, id)).toBe(false);
    expect(await eventsOf(id)).toEqual(["donation.canceled"]);
    expect(await pointsReturned(id)).toBe(2_500);
  });

  it("ends a held gift, and gives back what it used of limits", async () => {
    const limited = await makeBank();
    await updateBank(system, limited.bankId, { maxUnpaidCents: asCents(10_000) });
    const id = await give({ schoolId: school, bank: limited }, { dollar_amount: 60 });
    await holdDonation(system, id, "a review");
    await ask(limited.scope, id, { kind: "cancel" });
    expect(await giftOf(id)).toMatchObject({ status: "canceled" });
    const { rows } = await pool().query("select unpaid_cents from bank_limit where bank_id = $1", [
      limited.bankId,
    ]);
    expect(rows).toEqual([{ unpaid_cents: 0 }]);
  });

  it("asks the platform after a lost answer: what was credited is completed, then voided", async () => {
    const id = await give(
      { schoolId: school, bank },
      { dollar_amount: 25.93, points_redeemed: 2_593 },
    );
    expect(await push(id)).toBe("pending");
    const correction = await ask(bank.scope, id, { kind: "cancel" });
    expect((await giftOf(id)).credit?.status).toBe("stopped");
    expect(await push(id, { generation: 9 })).toBe("stopped");
    // An attempt may still be under way.
    expect((await attempt(correction)).dueInMs).toBeGreaterThan(30_000);
    await calmDown(id);
    expect(await attempt(correction)).toMatchObject({ status: "succeeded" });
    expect(await giftOf(id)).toMatchObject({ status: "completed", reversedCents: 2_593n });
    expect(await voidsOf(id)).toMatchObject([{ correctionId: correction, amountCents: 2_593n }]);
    expect(await eventsOf(id)).toEqual(["donation.completed", "donation.reversed"]);
    expect(await pointsReturned(id)).toBe(2_593);
  });

  it("asks the platform after an error: what wasn't credited is canceled", async () => {
    const id = await give({ schoolId: school, bank }, { dollar_amount: 25.92 });
    expect(await push(id)).toBe("pending");
    const correction = await ask(bank.scope, id, { kind: "cancel" });
    await calmDown(id);
    expect(await attempt(correction)).toMatchObject({ status: "succeeded" });
    expect(await giftOf(id)).toMatchObject({ status: "canceled", credit: { status: "canceled" } });
  });

  it("stays pending while the platform doesn't answer", async () => {
    const id = await give({ schoolId: school, bank }, { dollar_amount: 25.92 });
    await push(id);
    const correction = await ask(bank.scope, id, { kind: "cancel" });
    await calmDown(id);
    await db().platformConfig.delete({ where: { schoolId: school } });
    expect(await attempt(correction)).toMatchObject({ status: "pending" });
    expect((await correctionOf(correction)).lastError).toContain("configuration");
    expect((await giftOf(id)).status).toBe("pending");
  });

  it("an attempt in flight may still complete it, which is voided", async () => {
    const id = await give({ schoolId: school, bank });
    let correction = "";
    const status = await push(id, {}, async (work) => {
      correction = await ask(bank.scope, id, { kind: "cancel" });
      return work();
    });
    expect(status).toBe("completed");
    expect(await attempt(correction)).toMatchObject({ status: "succeeded" });
    expect(await giftOf(id)).toMatchObject({ status: "completed", reversedCents: 2_500n });
  });

  it("withdraws a line from an open batch", async () => {
    const at = await makeBatchSchool();
    const { ids } = await fillBatch(at, 2);
    await ask(at.bank.scope, ids[0] as string, { kind: "cancel" });
    expect(await giftOf(ids[0] as string)).toMatchObject({ status: "canceled", batchLine: null });
    expect((await giftOf(ids[1] as string)).batchLine).not.toBeNull();
  });

  it("waits for the processor in a closed batch, who agrees", async () => {
    const at = await makeBatchSchool();
    const { ids, batchId } = await fillBatch(at, 1);
    const [id] = ids as [string];
    await closeBatch(at.scope, batchId);
    const correction = await ask(at.bank.scope, id, { kind: "cancel" });
    expect((await attempt(correction)).dueInMs).toBeGreaterThan(60_000);
    expect(await correctionOf(correction)).toMatchObject({ awaitsFoundation: true });
    expect(await agreeToCorrection(at.scope, correction)).toBe(true);
    expect(await attempt(correction)).toMatchObject({ status: "succeeded" });
    expect(await giftOf(id)).toMatchObject({ status: "canceled" });
    expect((await giftOf(id)).batchLine?.refusalReason).toContain("canceled");
  });

  it("becomes a reversal if the processor has confirmed it, and ends if they have declined it", async () => {
    const at = await makeBatchSchool();
    const { ids, batchId } = await fillBatch(at, 2, { points_redeemed: 2_500 });
    const [id, other] = ids as [string, string];
    await closeBatch(at.scope, batchId);
    const [first, second] = await Promise.all(
      ids.map((one) => ask(at.bank.scope, one, { kind: "cancel" })),
    );
    await confirmGifts(at.scope, confirming([id]), false);
    const declined = { gifts: [{ gift: other, refusal_reason: "No such account" }] };
    await confirmGifts(at.scope, declined, false);
    expect([await pushAgain(id), await pushAgain(other)]).toEqual(["completed", "failed"]);
    expect((await attempt(first as string)).status).toBe("pending");
    expect(await attempt(second as string)).toMatchObject({ status: "refused" });
    await agreeToCorrection(at.scope, first as string);
    expect(await attempt(first as string)).toMatchObject({ status: "succeeded" });
    expect(await giftOf(id)).toMatchObject({ status: "completed", reversedCents: 2_500n });
    expect([await pointsReturned(id), await pointsReturned(other)]).toEqual([2_500, 2_500]);
  });
});

describe("a reversal", () => {
  it("of a part takes it from the books, the net amount, and every total, and returns its points", async () => {
    const account = await makeAccount(bank);
    const changes = { service_user_id: account, dollar_amount: 100, points_redeemed: 10_000 };
    const id = await give({ schoolId: school, bank }, changes);
    await push(id);
    const correction = await ask(bank.scope, id, { dollar_amount: 30 });
    expect(await giftOf(id)).toMatchObject({ reversedCents: 0n, pendingReversalCents: 3_000n });
    expect(await attempt(correction)).toMatchObject({ status: "succeeded" });
    expect(await giftOf(id)).toMatchObject({
      status: "completed",
      amountCents: 10_000n,
      reversedCents: 3_000n,
      pendingReversalCents: 0n,
    });
    expect(await pointsReturned(id)).toBe(3_000);
    const { lifetimeDonatedCents, donationCount } = await db().account.findUniqueOrThrow({
      where: { id: account },
    });
    expect({ lifetimeDonatedCents, donationCount }).toEqual({
      lifetimeDonatedCents: 7_000n,
      donationCount: 1,
    });
    const { _sum } = await db().schoolTotal.aggregate({
      where: { schoolId: school },
      _sum: { donatedCents: true },
    });
    expect(_sum.donatedCents).toBe(7_000n);
    const { rows } = await pool().query(
      "select kind, cents, corrects_id is not null as corrects from ledger_transfer where gift_id = $1 order by posted_at, id",
      [id],
    );
    expect(rows).toEqual([
      { kind: "gift", cents: 10_000, corrects: false },
      { kind: "reversal", cents: 3_000, corrects: true },
    ]);
    expect(await getCorrection(bank.scope, id, correction)).toMatchObject({
      status: "succeeded",
      points_due: 3_000,
      legs: {
        platform_credit: { state: "done", by: "platform" },
        books: { state: "done" },
        points: { state: "pending" },
      },
    });
    const posted = await db().ledgerTransfer.findMany({ where: { giftId: id } });
    const subjects = new Set([id, ...posted.map((one) => one.id)]);
    expect((await checkLedger()).filter(({ subject }) => subjects.has(subject))).toEqual([]);
  });

  it.each([
    [20.72, 3, "succeeded"],
    [20.73, 2, "succeeded"],
    [20.71, 1, "refused"],
  ])("of $%s is attempted %s times, and %s", async (dollar_amount, times, status) => {
    const id = await credited();
    const correction = await ask(bank.scope, id, { dollar_amount });
    expect(await attempt(correction)).toMatchObject({ status });
    const { rows } = await pool().query(
      "select request_count from stub_fault where partner_reference = $1",
      [correction],
    );
    expect(rows).toEqual([{ request_count: times }]);
    const isDone = status === "succeeded";
    expect(await voidsOf(id)).toHaveLength(isDone ? 1 : 0);
    expect(await eventsOf(id)).toEqual([
      "donation.completed",
      isDone ? "donation.reversed" : "donation.reversal_refused",
    ]);
    expect(await giftOf(id)).toMatchObject({ pendingReversalCents: 0n });
    expect(await pointsReturned(id)).toBe(isDone ? dollar_amount * 100 : 0);
    const { legs } = await getCorrection(bank.scope, id, correction);
    if (isDone) return;
    expect(legs).toMatchObject({
      platform_credit: { state: "refused" },
      books: { state: "not_needed" },
      points: { state: "not_needed" },
    });
    // What it had reserved is free again.
    expect(await attempt(await ask(bank.scope, id))).toMatchObject({ status: "succeeded" });
  });

  it("in parallel parts never takes more than there is, by a cent or a point, however often each is carried out", async () => {
    const id = await credited(100, 9_999);
    const asked = await Promise.allSettled(
      Array.from({ length: 12 }, () => ask(bank.scope, id, { dollar_amount: 9.99 })),
    );
    const ids = asked.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    expect(ids).toHaveLength(10);
    await Promise.allSettled([...ids, ...ids, ...ids].map((one) => attempt(one)));
    for (const one of ids) expect(await attempt(one)).toMatchObject({ status: "succeeded" });
    expect(await giftOf(id)).toMatchObject({ reversedCents: 9_990n, pendingReversalCents: 0n });
    await attempt(await ask(bank.scope, id));
    expect(await giftOf(id)).toMatchObject({ reversedCents: 10_000n, pointsReturned: 9_999n });
    expect(await pointsReturned(id)).toBe(9_999);
    expect(await refusalOf(ask(bank.scope, id))).toBe("nothing_left");
  });

  it("is on the next statement, the first keeps its bytes, and the bank folds both from its events", async () => {
    const owing = await makeBank();
    const id = await giveTo(owing, school, 100);
    await db().stubCredit.create({
      data: {
        id: randomUUID(),
        partnerReference: id,
        schoolId: school,
        fanId: "f",
        amountCents: 10_000,
        instruction: {},
      },
    });
    await closeStatements(system, owing.bankId, "now");
    const documents = () =>
      db().statementDocument.findMany({
        where: { statement: { bankId: owing.bankId, number: 1 } },
        orderBy: [{ schoolId: "asc" }, { format: "asc" }],
      });
    const first = await documents();
    await attempt(await ask(owing.scope, id, { dollar_amount: 30 }));
    await closeStatements(system, owing.bankId, "now");
    expect(await documents()).toEqual(first);
    const events = (await db().event.findMany({ where: { bankId: owing.bankId } })).map(
      ({ body }) => JSON.parse(body),
    );
    expect(foldStatement(events, 1)).toMatchObject({ agrees: true, closing_cents: 10_000 });
    expect(foldStatement(events, 2)).toMatchObject({
      agrees: true,
      closing_cents: 7_000,
      gaps: [],
    });
    const others = events.filter(({ type }) => type !== "donation.reversed");
    expect(foldStatement(others, 2).agrees).toBe(false);
  });

  it("that was made and not recorded is found again, whenever a process ends", async () => {
    const id = await credited();
    const correction = await ask(bank.scope, id, { dollar_amount: 30 });
    // Its transaction fails at each of its statements once, after the platform has voided.
    for (const table of ["ledger_transfer", "donation", "event"]) {
      await pool().query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
        create trigger fail before insert or update on ${table} for each statement execute function fail()`);
      await expect(attempt(correction)).rejects.toThrow("killed");
      await pool().query(`drop trigger fail on ${table}; drop function fail`);
      expect(await giftOf(id)).toMatchObject({ reversedCents: 0n, pendingReversalCents: 3_000n });
    }
    expect(await attempt(correction)).toMatchObject({ status: "succeeded" });
    expect(await voidsOf(id)).toMatchObject([{ amountCents: 3_000n }]);
    expect(await pointsReturned(id)).toBe(3_000);
  });

  it("of three times $33.33 of $100 with 10,001 points, then the last cent, returns 10,001", async () => {
    const id = await credited(100, 10_001);
    const given: number[] = [];
    for (const dollar_amount of [33.33, 33.33, 33.33, 0.01]) {
      const before = await pointsReturned(id);
      await attempt(await ask(bank.scope, id, { dollar_amount }));
      given.push((await pointsReturned(id)) - before);
    }
    expect(given).toEqual([3_333, 3_333, 3_333, 2]);
  });

  it("needs the foundation once its line was paid, which may refuse", async () => {
    const payer = await makeBank();
    const { scope } = await makeMember({ kind: "school", schoolId: school }, "processor");
    const other = await makeMember({ kind: "school", schoolId: await makeSchool() }, "processor");
    await makeStatement(payer, school);
    const id = (await db().donation.findFirstOrThrow({ where: { bankId: payer.bankId } })).id;
    const kind = "received" as const;
    await recordPayment(system, {
      ...{
        bankId: payer.bankId,
        schoolId: school,
        kind,
        cents: toCents(25),
        valueDate: "2026-11-09",
      },
      ...{ paymentRef: randomUUID(), wireReference: randomUUID(), reason: null },
    });
    await db().stubCredit.create({
      data: {
        id: randomUUID(),
        partnerReference: id,
        schoolId: school,
        fanId: "f",
        amountCents: 2_500,
        instruction: {},
      },
    });
    const [first, second] = [
      await ask(payer.scope, id, { dollar_amount: 5 }),
      await ask(payer.scope, id, { dollar_amount: 6 }),
    ];
    for (const one of [first, second]) expect((await attempt(one)).dueInMs).toBeGreaterThan(60_000);
    expect(await agreeToCorrection(other.scope, first)).toBe(false);
    expect(await agreeToCorrection(scope, first)).toBe(true);
    expect(await refuseCorrection(scope, second, "We have booked it")).toBe(true);
    expect(await attempt(first)).toMatchObject({ status: "succeeded" });
    expect(await attempt(second)).toMatchObject({ status: "refused" });
    expect(await giftOf(id)).toMatchObject({ reversedCents: 500n, pendingReversalCents: 0n });
  });

  it("needs a second person above the day's sum, and nothing begins before", async () => {
    const careful = await makeBank();
    await db().bank.update({
      where: { id: careful.bankId },
      data: { correctionDailyCents: 5_000 },
    });
    const id = await giveTo(careful, school, 100);
    const small = await ask(careful.scope, id, { dollar_amount: 50 });
    const large = await ask(careful.scope, id, { dollar_amount: 0.01 });
    expect((await correctionOf(small)).needsApproval).toBe(false);
    expect(await attempt(large)).toMatchObject({ status: "awaits_approval" });
    expect(await requeue(CORRECTIONS, { ids: [large] })).toBe(0);
    expect(await approveCorrection(system, large)).toBe(true);
    expect(await approveCorrection(system, large)).toBe(false);
    const own = await ask(system, id, { dollar_amount: 0.02 });
    expect(await approveCorrection(system, own)).toBe(false);
  });
});

describe("a redirect", () => {
  const redirect = { kind: "redirect", fund_designation: "annual-fund" } as const;

  it("reverses the gift, and only then begins the new one, which carries the points", async () => {
    const [id, target] = [await credited(), await makeSchool()];
    const correction = await ask(bank.scope, id, {
      ...redirect,
      school_id: target,
      dollar_amount: 40,
    });
    const { newDonationId } = await correctionOf(correction);
    const next = newDonationId as string;
    expect(await giftOf(next)).toMatchObject({
      status: "pending",
      schoolId: target,
      credit: null,
      amountCents: 4_000n,
    });
    // Nothing else can end its wait.
    expect(await releaseDonation(system, next, null)).toBe(false);
    expect(await retryDonation(system, next)).toBe(false);
    expect(await holdDonation(system, next, "a review")).toBe(false);
    expect(
      await requeue(PUSHES, { lateByMs: -1e9, atMost: 1_000 }).then(() => giftOf(next)),
    ).toMatchObject({ credit: null });
    expect(await refusalOf(ask(bank.scope, next, { kind: "cancel" }))).toBe("waits_for_redirect");
    expect(await attempt(correction)).toMatchObject({ status: "succeeded" });
    expect(await giftOf(next)).toMatchObject({
      waitsFor: null,
      pointsRedeemed: 0n,
      pointsCarried: 4_000n,
      redirectedFrom: id,
    });
    expect(await pushAgain(next)).toBe("completed");
    expect(await pointsReturned(id)).toBe(0);
    for (const one of [id, next]) await attempt(await ask(bank.scope, one));
    expect(await pointsReturned(id)).toBe(10_000);
  });

  it.each([
    [40, { given: 6_000, pending: 4_000, own: 2, atSchool: 1 }],
    [40.71, { given: 10_000, pending: 0, own: 1, atSchool: 0 }],
  ])(
    "of $%d counts for its donor and the other school only once it begins",
    async (dollars, sums) => {
      const [person, target] = [await makeCardholder(), await makeSchool()];
      const { scope } = await makeMember({ kind: "school", schoolId: target }, "processor");
      const changes = { service_user_id: person.accountId, dollar_amount: 100 };
      const id = await give({ schoolId: school, bank: person.bank }, changes);
      await push(id);
      const summed = async () => {
        const { givenCents: given, pendingCents: pending } = await sumGivingOf(person.scope);
        const own = await listCardholderDonations(person.scope, { limit: 9 });
        const lists = [own, await listGifts(scope, { limit: 9 })];
        for (const { items, total } of lists) expect(items).toHaveLength(total);
        expect((await countGifts(scope)).all).toBe(lists[1]?.total);
        return { given, pending, own: own.total, atSchool: lists[1]?.total };
      };
      const to = { school_id: target, dollar_amount: dollars };
      const correction = await ask(person.bank.scope, id, { ...redirect, ...to });
      expect(await summed()).toEqual({ given: 10_000, pending: 0, own: 1, atSchool: 0 });
      await attempt(correction);
      expect(await summed()).toEqual(sums);
    },
  );

  it("that is refused ends the new gift without points", async () => {
    const id = await credited();
    const correction = await ask(bank.scope, id, { ...redirect, dollar_amount: 40.71 });
    expect(await attempt(correction)).toMatchObject({ status: "refused" });
    const { newDonationId } = await correctionOf(correction);
    expect(await giftOf(newDonationId as string)).toMatchObject({
      status: "canceled",
      pointsReturned: 0n,
    });
    expect(await pointsReturned(id)).toBe(0);
    expect(await giftOf(id)).toMatchObject({ pendingReversalCents: 0n, reversedCents: 0n });
  });

  it("whose new gift fails returns its points with that", async () => {
    const id = await credited();
    const correction = await ask(bank.scope, id, { ...redirect, dollar_amount: 40.91 });
    await attempt(correction);
    const { newDonationId } = await correctionOf(correction);
    expect(await pushAgain(newDonationId as string)).toBe("failed");
    expect(await pointsReturned(id)).toBe(4_091);
  });

  it("changes nothing of what is unpaid, whatever becomes of it", async () => {
    const limited = await makeBank();
    await updateBank(system, limited.bankId, { maxUnpaidCents: asCents(100_000) });
    const unpaid = async () =>
      (
        await pool().query("select unpaid_cents from bank_limit where bank_id = $1", [
          limited.bankId,
        ])
      ).rows[0].unpaid_cents;
    const id = await give({ schoolId: school, bank: limited }, { dollar_amount: 100 });
    await push(id);
    const ids = [40, 20.71, 30.91];
    const corrections = [];
    for (const dollar_amount of ids)
      corrections.push(await ask(limited.scope, id, { ...redirect, dollar_amount }));
    expect(await unpaid()).toBe(10_000);
    for (const one of corrections) await attempt(one);
    expect(await unpaid()).toBe(10_000);
    for (const one of corrections) {
      const { newDonationId } = await correctionOf(one);
      if ((await giftOf(newDonationId as string)).status === "pending")
        await pushAgain(newDonationId as string);
    }
    expect(await unpaid()).toBe(10_000 - 3_091);
    await updateBank(system, limited.bankId, { maxUnpaidCents: asCents(99_999) });
    expect(await unpaid()).toBe(10_000 - 3_091);
  });

  it("goes only where a gift could, and not for a suspended bank", async () => {
    const id = await credited();
    const to = (school_id: string, dollar_amount = 40) =>
      refusalOf(ask(bank.scope, id, { ...redirect, school_id, dollar_amount }));
    expect(await to("nowhere")).toBe("school_not_found");
    expect(await to(await makeSchool({ active: false }))).toBe("school_inactive");
    expect(await to(await makeSchool({ minimumCents: 4_001 }))).toBe("below_school_minimum");
    await db().bank.update({
      where: { id: bank.bankId },
      data: { status: "suspended", statusReason: "a review" },
    });
    expect(await to(await makeSchool())).toBe("BANK_SUSPENDED");
    expect(await refusalOf(ask(bank.scope, id, { dollar_amount: 1 }))).toBe("accepted");
    await db().bank.update({
      where: { id: bank.bankId },
      data: { status: "active", statusReason: null },
    });
  });
});

describe("a request", () => {
  it("under the same reference is one correction, whenever it comes", async () => {
    const id = await credited();
    const body = correctionBody({ dollar_amount: 30 });
    const all = await Promise.all(
      Array.from({ length: 8 }, () => requestCorrection(bank.scope, id, body)),
    );
    expect(new Set(all.map(({ row }) => row.id)).size).toBe(1);
    expect(all.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
    await attempt(all[0]?.row.id as string);
    expect((await requestCorrection(bank.scope, id, body)).row).toMatchObject({
      status: "succeeded",
    });
    for (const other of [
      { dollar_amount: 31 },
      { dollar_amount: null },
      { kind: "redirect", fund_designation: "x" } as const,
    ]) {
      expect(await refusalOf(requestCorrection(bank.scope, id, { ...body, ...other }))).toBe(
        "value_error",
      );
    }
    expect(await refusalOf(requestCorrection(bank.scope, await credited(), body))).toBe(
      "value_error",
    );
  });

  it("means the same if it names all that was left", async () => {
    const id = await credited();
    const body = correctionBody();
    const { row } = await requestCorrection(bank.scope, id, body);
    expect((await requestCorrection(bank.scope, id, { ...body, dollar_amount: 100 })).row.id).toBe(
      row.id,
    );
  });

  it("as a dry run tells what would happen, and changes nothing", async () => {
    const id = await credited();
    const body = correctionBody({
      kind: "redirect",
      fund_designation: "annual-fund",
      dollar_amount: 30,
    });
    const { row } = await requestCorrection(bank.scope, id, body, { isDryRun: true });
    expect(row).toMatchObject({ status: "pending", amountCents: 3_000 });
    expect(await db().correction.count({ where: { donationId: id } })).toBe(0);
    expect(await db().donation.count({ where: { redirectedFrom: id } })).toBe(0);
    expect(await giftOf(id)).toMatchObject({ pendingReversalCents: 0n });
    expect(await eventsOf(id)).toEqual(["donation.completed"]);
    const estimated = await requestCorrection(
      bank.scope,
      id,
      correctionBody({ dollar_amount: 12.34 }),
      { isDryRun: true },
    );
    expect(estimated.row.pointsToReturn).toBe(1_234);
  });

  it("is refused with its reason", async () => {
    const [done, waiting] = [await credited(), await give({ schoolId: school, bank })];
    expect(await refusalOf(ask(bank.scope, done, { kind: "cancel" }))).toBe("not_pending");
    expect(await refusalOf(ask(bank.scope, waiting))).toBe("not_completed");
    expect(await refusalOf(ask(bank.scope, done, { dollar_amount: 100.01 }))).toBe(
      "limit_exceeded",
    );
    expect(await refusalOf(ask((await makeBank()).scope, done))).toBe("DONATION_NOT_FOUND");
    expect(await refusalOf(ask(bank.scope, randomUUID()))).toBe("DONATION_NOT_FOUND");
    await db().donation.update({
      where: { id: done },
      data: { completedAt: new Date("2026-01-01") },
    });
    expect(await refusalOf(ask(bank.scope, done))).toBe("too_old");
    await db().bank.update({ where: { id: bank.bankId }, data: { correctionsByApi: false } });
    expect(await refusalOf(ask(bank.scope, done))).toBe("CORRECTIONS_DISABLED");
    await db().bank.update({ where: { id: bank.bankId }, data: { correctionsByApi: null } });
  });

  it("for points returned is remembered once", async () => {
    const id = await credited();
    const correction = await ask(bank.scope, id, { dollar_amount: 10 });
    const say = (points: number, reference = "adj-1") =>
      recordPointsReturned(bank.scope, id, correction, { points, reference });
    expect(await refusalOf(say(1_000))).toBe("not_succeeded");
    await attempt(correction);
    expect(await refusalOf(say(1_001))).toBe("less_than_equal");
    const said = await Promise.all([say(1_000), say(1_000)]);
    for (const one of said) {
      expect(one).toMatchObject({
        points_returned: 1_000,
        legs: { points: { state: "done", by: "bank" } },
      });
    }
    expect(await refusalOf(say(999))).toBe("already_said");
  });
});
