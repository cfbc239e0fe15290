import { describe, expect, it } from "vitest";
import { nameOfActor } from "#lib/auth/actors.ts";
import { mintServiceKeyScope, type SchoolScope } from "#lib/auth/scopes.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { getDonation } from "#lib/donations/history/queries.ts";
import { holdForReview } from "#lib/donations/operations.ts";
import { PUSHES } from "#lib/donations/sql.ts";
import { InvalidInput } from "#lib/errors.ts";
import { requeue } from "#lib/jobs/sweep.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import { push } from "#test/attempts.ts";
import { confirming, fillBatch, give, makeBatchSchool, pushAgain } from "#test/batches.ts";
import { makeAccount, makeCardholder, system } from "#test/factories.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { makeServiceKey } from "#test/staff.ts";
import { confirmGifts } from "./confirm.ts";
import { changeSettings, closeBatch, closeDueBatches, readSettings } from "./mutations.ts";
import { getBatch, getGift, listGifts } from "./queries.ts";

// The schedule and the sweep act on every school.
isolateDatabase();

const creditOf = (donationId: string) => db().credit.findUniqueOrThrow({ where: { donationId } });
const linesOf = (batchId: string) => db().giftBatchLine.findMany({ where: { batchId } });
/** How many pushes of each of these gifts have been requested. */
async function pushJobs(ids: string[]): Promise<number[]> {
  const jobs = await db().outbox.findMany({ where: { name: "donation/push.requested" } });
  const byGift = Map.groupBy(jobs, ({ data }) => (data as { donation_id: string }).donation_id);
  return ids.map((id) => (byGift.get(id) ?? []).length);
}

/** How many of these are in each status. */
async function statusesOf(ids: string[]) {
  const rows = await db().donation.groupBy({
    by: ["status"],
    where: { id: { in: ids } },
    _count: true,
  });
  return Object.fromEntries(rows.map(({ status, _count }) => [status, _count]));
}

describe("a gift to a school without an API", () => {
  it("enters the open batch and stays pending, with nothing due until the promised time", async () => {
    const school = await makeBatchSchool();
    const id = await give(school);
    expect(await push(id)).toBe("on_its_way");
    const { status, estimatedConfirmationAt } = await db().donation.findUniqueOrThrow({
      where: { id },
    });
    const credit = await creditOf(id);
    expect([status, credit.status, credit.flaggedAt, credit.lastError]).toEqual([
      "pending",
      "pending",
      null,
      null,
    ]);
    expect(credit.nextAttemptAt).toEqual(estimatedConfirmationAt);
    // The sweep leaves it alone.
    await requeue(PUSHES, { lateByMs: 1_000, atMost: 100 });
    expect((await creditOf(id)).generation).toBe(0);
  });

  it("promises its donor two business days in the school's time zone, from the first response on", async () => {
    const at = "select confirmation_promise($1, 'America/New_York', $2) as at";
    const promise = async (from: string, days: number) =>
      (await pool().query(at, [from, days])).rows[0].at.toISOString();
    // Tuesday, Friday, Friday late at night, Saturday, Sunday; and across the end of daylight saving time.
    expect(await promise("2026-11-24T15:00:00Z", 2)).toBe("2026-11-26T22:00:00.000Z");
    expect(await promise("2026-11-20T15:00:00Z", 2)).toBe("2026-11-24T22:00:00.000Z");
    expect(await promise("2026-11-21T04:59:00Z", 2)).toBe("2026-11-24T22:00:00.000Z");
    expect(await promise("2026-11-21T05:00:00Z", 2)).toBe("2026-11-24T22:00:00.000Z");
    expect(await promise("2026-11-22T15:00:00Z", 1)).toBe("2026-11-23T22:00:00.000Z");
    expect(await promise("2026-10-30T15:00:00Z", 1)).toBe("2026-11-02T22:00:00.000Z");
    expect(await promise("2026-11-20T15:00:00Z", 10)).toBe("2026-12-04T22:00:00.000Z");
    const school = await makeBatchSchool();
    const id = await give(school);
    const { created_at, estimated_confirmation_at } = await getDonation(school.bank.scope, id);
    expect(estimated_confirmation_at).toBe(await promise(created_at, 2));
  });

  it("is flagged once the promised time has passed, and looked at once a day", async () => {
    const school = await makeBatchSchool();
    const { ids } = await fillBatch(school);
    const [id = ""] = ids;
    const past = new Date(Date.now() - 3_600_000);
    await db().donation.update({ where: { id }, data: { estimatedConfirmationAt: past } });
    await db().credit.update({ where: { donationId: id }, data: { nextAttemptAt: past } });
    await requeue(PUSHES, { lateByMs: 1_000, atMost: 100 });
    expect(await pushAgain(id)).toBe("on_its_way");
    const { flaggedAt, lastError, nextAttemptAt } = await creditOf(id);
    expect(flaggedAt).not.toBeNull();
    expect(lastError).toContain("hasn't confirmed");
    expect(nextAttemptAt.getTime() - Date.now()).toBeGreaterThan(86_000_000);
  });

  it("is in one batch, however often and from wherever it's pushed", async () => {
    const school = await makeBatchSchool();
    const ids = await Promise.all(Array.from({ length: 20 }, () => give(school)));
    const pushes = ids.flatMap((id) => [push(id), push(id, { generation: 0 })]);
    const results = await Promise.all(pushes);
    // The second of two finds the first one under way, or nothing left that's due.
    expect(results).toContain("on_its_way");
    expect(new Set([...results, "pending"])).toEqual(new Set(["on_its_way", "pending"]));
    const batches = await db().giftBatch.findMany({ where: { schoolId: school.schoolId } });
    expect(batches).toHaveLength(1);
    expect(await linesOf(batches[0]?.id as string)).toHaveLength(20);
  });

  it("doesn't name a donor who stays anonymous, neither in its batch nor in lists", async () => {
    const person = await makeCardholder();
    const school = { ...(await makeBatchSchool()), bank: person.bank };
    const id = await give(school, { service_user_id: person.accountId });
    await db().donation.update({ where: { id }, data: { shareWithSchool: "nothing" } });
    await push(id);
    const gift = await getGift(school.scope, id);
    expect(gift).toMatchObject({ donor_name: null, donor_email: null, told: { donor: null } });
    const found = (donor: string) => listGifts(school.scope, { format: "json", limit: 10, donor });
    expect((await found("pat")).items).toEqual([]);
    await db().donation.update({ where: { id }, data: { shareWithSchool: "name" } });
    expect((await found("pat")).items).toHaveLength(1);
  });

  it("stays in its batch if its school gets another platform", async () => {
    const school = await makeBatchSchool();
    const { ids } = await fillBatch(school);
    const [id = ""] = ids;
    await configurePlatform(system, school.schoolId, "stub", { houseAccountId: "house" });
    await requeue(PUSHES, { ids });
    expect(await pushAgain(id)).toBe("on_its_way");
    expect(await db().stubCredit.count({ where: { partnerReference: id } })).toBe(0);
  });

  it("is recorded as the school is told, whatever its donor changes later", async () => {
    const person = await makeCardholder();
    const school = { ...(await makeBatchSchool()), bank: person.bank };
    const { ids } = await fillBatch(school, 1, {
      service_user_id: person.accountId,
      cardholder_message: "Go!",
    });
    const [id = ""] = ids;
    const before = await getGift(school.scope, id);
    await db().cardholder.update({
      where: { id: person.cardholderId },
      data: { displayName: "Other" },
    });
    const after = await getGift(school.scope, id);
    expect(after.told).toEqual(before.told);
    expect(after.told).toMatchObject({
      number: before.gift_number,
      donor: { name: "Pat Sample", email: person.email },
      fund: { id: "annual-fund", name: "Annual Fund" },
      message: "Go!",
    });
  });
});

describe("closing a batch", () => {
  it("counts and sums it, once, and sends later gifts to the next", async () => {
    const school = await makeBatchSchool();
    const { batchId } = await fillBatch(school, 3, { dollar_amount: 10.5 });
    const closed = await Promise.all([1, 2, 3].map(() => closeBatch(school.scope, batchId)));
    expect(closed.filter(Boolean)).toHaveLength(1);
    const next = await fillBatch(school, 2);
    expect(next.batchId).not.toBe(batchId);
    expect(await getBatch(school.scope, batchId)).toMatchObject({
      number: 1,
      status: "closed",
      gift_count: 3,
      dollar_amount: 31.5,
      undecided_count: 3,
    });
    expect(await getBatch(school.scope, next.batchId)).toMatchObject({
      number: 2,
      status: "open",
      gift_count: 2,
    });
    const actor = nameOfActor(school.scope.actor);
    expect(await db().auditEntry.count({ where: { actor, action: "batch.close" } })).toBe(1);
  });

  it("loses no gift that enters at the same moment, and takes none twice", async () => {
    const school = await makeBatchSchool();
    const ids = await Promise.all(Array.from({ length: 60 }, () => give(school)));
    const { batchId } = await fillBatch(school);
    const pushing = ids.map((id) => push(id));
    await closeBatch(school.scope, batchId);
    await Promise.all(pushing);
    const batches = await db().giftBatch.findMany({ where: { schoolId: school.schoolId } });
    const lines = (await Promise.all(batches.map(({ id }) => linesOf(id)))).map(
      (all) => all.length,
    );
    expect(lines.reduce((sum, count) => sum + count)).toBe(61);
    const closed = await db().giftBatch.findUniqueOrThrow({ where: { id: batchId } });
    expect(await linesOf(batchId)).toHaveLength(closed.giftCount as number);
  });

  it("waits for a gift that is entering it, and counts it", async () => {
    const school = await makeBatchSchool();
    const { batchId } = await fillBatch(school);
    const id = await give(school);
    // Keeps the gift's transaction from finishing, once it has chosen the batch.
    const blocker = await pool().connect();
    await blocker.query("begin");
    await blocker.query(
      `insert into gift_batch_line (donation_id, batch_id, amount_cents, gift) values ($1, $2, 1, '{}')`,
      [id, batchId],
    );
    const waiting = async () => {
      const text = `select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`;
      return (await pool().query(text)).rows[0].count;
    };
    const pushed = push(id);
    while ((await waiting()) < 1);
    let isClosed = false;
    const closing = closeBatch(school.scope, batchId).then(() => {
      isClosed = true;
    });
    while (!isClosed && (await waiting()) < 2);
    expect(isClosed).toBe(false);
    await blocker.query("rollback");
    blocker.release();
    await Promise.all([pushed, closing]);
    expect((await getBatch(school.scope, batchId)).gift_count).toBe(2);
    expect(await linesOf(batchId)).toHaveLength(2);
  });

  it("leaves out gifts that are held, which enter another batch once they're released", async () => {
    const school = await makeBatchSchool();
    const { ids, batchId } = await fillBatch(school, 2);
    const [held = ""] = ids;
    await holdForReview(held);
    await closeBatch(school.scope, batchId);
    expect((await linesOf(batchId)).map((line) => line.donationId)).toEqual([ids[1]]);
    await db().credit.update({ where: { donationId: held }, data: { heldAt: null } });
    await requeue(PUSHES, { ids: [held] });
    expect(await pushAgain(held)).toBe("on_its_way");
    expect((await getGift(school.scope, held)).batch_id).not.toBe(batchId);
  });

  it("doesn't close one whose gifts are all held", async () => {
    const school = await makeBatchSchool();
    const { ids, batchId } = await fillBatch(school);
    await holdForReview(ids[0] as string);
    await expect(closeBatch(school.scope, batchId)).rejects.toMatchObject({ code: "BATCH_EMPTY" });
    expect((await getBatch(school.scope, batchId)).status).toBe("open");
  });

  it("happens by schedule, at an hour of the school's day", async () => {
    const school = await makeBatchSchool();
    await changeSettings(system, school.schoolId, { closeHour: 6 });
    const { batchId } = await fillBatch(school);
    const openedAt = new Date("2026-11-21T10:30:00Z");
    await db().giftBatch.update({ where: { id: batchId }, data: { openedAt } });
    const isOpen = async () => (await getBatch(school.scope, batchId)).status === "open";
    await closeDueBatches(system, new Date("2026-11-21T10:59:59Z"));
    expect(await isOpen()).toBe(true);
    // Six o'clock in New York.
    await closeDueBatches(system, new Date("2026-11-21T11:00:00Z"));
    expect(await isOpen()).toBe(false);
    const manual = await makeBatchSchool();
    await changeSettings(system, manual.schoolId, { closeHour: null });
    const other = await fillBatch(manual);
    await closeDueBatches(system, new Date(Date.now() + 10 * 86_400_000));
    expect((await getBatch(manual.scope, other.batchId)).status).toBe("open");
  });
});

it("a batch closes with the codes that its funds have by then, whoever set them", async () => {
  const school = await makeBatchSchool();
  const { schoolId } = school;
  const { batchId } = await fillBatch(school);
  await db().fund.update({
    where: { schoolId_fundId: { schoolId, fundId: "rowing" } },
    data: { platformCode: "ATH-7" },
  });
  await changeSettings(system, schoolId, { fundCodes: { "annual-fund": "AF" } });
  const wrong = changeSettings(system, schoolId, { appeal: "X", fundCodes: { other: "O" } });
  await expect(wrong).rejects.toMatchObject({ code: "FUND_NOT_FOUND" });
  await closeBatch(school.scope, batchId);
  const { settings } = await db().giftBatch.findUniqueOrThrow({ where: { id: batchId } });
  expect(settings).toMatchObject({
    appeal: "",
    fundCodes: { rowing: "ATH-7", "annual-fund": "AF" },
  });
  const where = { subject: "annual-fund", action: "fund.change", actor: nameOfActor(system.actor) };
  expect(await db().auditEntry.count({ where })).toBe(1);
});

it("what a program started before its key was revoked doesn't happen", async () => {
  const school = await makeBatchSchool();
  const { ids, batchId } = await fillBatch(school);
  await closeBatch(school.scope, batchId);
  const tenant = { kind: "school" as const, schoolId: school.schoolId };
  const { serviceKeyId: id } = await makeServiceKey(tenant, "processor");
  const scope = mintServiceKeyScope({ id, schoolId: school.schoolId, role: "processor" });
  await db().serviceKey.update({ where: { id }, data: { revokedAt: new Date() } });
  const change = confirmGifts(scope, confirming(ids), false);
  await expect(change).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await getBatch(school.scope, batchId)).toMatchObject({ undecided_count: 1 });
});

it("what a member started before they lost their role doesn't happen", async () => {
  const school = await makeBatchSchool();
  const closed = await fillBatch(school);
  await closeBatch(school.scope, closed.batchId);
  const open = await fillBatch(school);
  const { membershipId, schoolId } = school.scope as SchoolScope;
  await db().membership.update({ where: { id: membershipId }, data: { role: "viewer" } });
  for (const change of [
    () => closeBatch(school.scope, open.batchId),
    () => confirmGifts(school.scope, confirming(closed.ids), false),
    () => changeSettings(school.scope, schoolId, { appeal: "X" }),
  ]) {
    await expect(change()).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
  expect(await getBatch(school.scope, closed.batchId)).toMatchObject({ undecided_count: 1 });
  expect(await getBatch(school.scope, open.batchId)).toMatchObject({ status: "open" });
  expect(await db().batchSettings.count({ where: { schoolId } })).toBe(0);
});

it("two changes of the settings at once keep both, and one that was based on others is refused", async () => {
  const { schoolId } = await makeBatchSchool();
  const { version } = await readSettings(schoolId);
  await Promise.all([
    changeSettings(system, schoolId, { appeal: "A" }),
    changeSettings(system, schoolId, { importBatch: "B" }),
    changeSettings(system, schoolId, { closeHour: 7 }),
  ]);
  expect(await readSettings(schoolId)).toMatchObject({
    closeHour: 7,
    settings: { appeal: "A", importBatch: "B" },
  });
  const stale = changeSettings(system, schoolId, { appeal: "C" }, version);
  await expect(stale).rejects.toMatchObject({ violations: [{ loc: ["body", "shown"] }] });
  const { version: current } = await readSettings(schoolId);
  await changeSettings(system, schoolId, { appeal: "D" }, current);
  expect(await readSettings(schoolId)).toMatchObject({ settings: { appeal: "D" } });
});

/** A closed batch. */
async function closedBatch(count: number) {
  const school = await makeBatchSchool();
  const filled = await fillBatch(school, count);
  await closeBatch(school.scope, filled.batchId);
  return { ...school, ...filled };
}

const problemsOf = async (confirmed: Promise<unknown>) => {
  const error = await confirmed.catch((thrown) => thrown);
  expect(error).toBeInstanceOf(InvalidInput);
  return (error as InvalidInput).violations.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`);
};

/** Holds the lock of a gift's line. @returns what releases it */
async function lockLine(donationId: string) {
  const blocker = await pool().connect();
  await blocker.query("begin");
  const line = "select from gift_batch_line where donation_id = $1 for update";
  await blocker.query(line, [donationId]);
  return async () => {
    await blocker.query("rollback");
    blocker.release();
  };
}

/** The backends that wait for a lock. */
async function waitingBackends(): Promise<number[]> {
  const { rows } = await pool().query<{ pid: number }>(`
    select distinct pid from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`);
  return rows.map(({ pid }) => pid);
}

describe("confirming", () => {
  it("settles a gift like any other push, once", async () => {
    const { scope, ids } = await closedBatch(1);
    const [id = ""] = ids;
    const result = await confirmGifts(scope, confirming(ids), false);
    expect(result).toMatchObject({ confirmed: 1, already_decided: 0 });
    expect(await pushAgain(id)).toBe("completed");
    expect(await pushAgain(id)).toBe("completed");
    const { platformCreditId, platformStatus } = await creditOf(id);
    expect([platformCreditId, platformStatus]).toEqual(["OSU-0", "confirmed"]);
    const events = await db().event.findMany({ where: { donationId: id } });
    expect(events.map(({ type }) => type)).toEqual(["donation.completed"]);
  });

  it("refuses a gift with the school's reason", async () => {
    const { scope, ids, bank } = await closedBatch(1);
    const [id = ""] = ids;
    const gifts = [{ gift: id, refusal_reason: "No such fund" }];
    expect(await confirmGifts(scope, { gifts }, false)).toMatchObject({ refused: 1 });
    expect(await pushAgain(id)).toBe("failed");
    expect(await getDonation(bank.scope, id)).toMatchObject({
      status: "failed",
      failure_reason: "No such fund",
    });
    expect(await confirmGifts(scope, { gifts }, false)).toMatchObject({
      results: [{ outcome: "already_refused" }],
    });
  });

  it("numbers the gifts of a batch by their lines, and leaves decided ones alone", async () => {
    const { scope, ids, batchId } = await closedBatch(3);
    await confirmGifts(
      scope,
      confirming([ids[1] as string], () => "own"),
      false,
    );
    const whole = { batch_id: batchId, confirmation_number: "DEP-7" };
    expect(await confirmGifts(scope, whole, true)).toMatchObject({ confirmed: 2, dry_run: true });
    expect(await confirmGifts(scope, whole, false)).toMatchObject({
      confirmed: 2,
      already_decided: 1,
    });
    const lines = (await linesOf(batchId)).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(lines.map((line) => line.confirmationNumber)).toEqual(["DEP-7-1", "own", "DEP-7-3"]);
  });

  it("takes gift numbers as people type them", async () => {
    const { scope, numbers } = await closedBatch(1);
    const gifts = [{ gift: (numbers[0] as string).toLowerCase(), confirmation_number: "1" }];
    expect(await confirmGifts(scope, { gifts }, false)).toMatchObject({ confirmed: 1 });
  });

  it("takes the same file twice, and says so for each line", async () => {
    const { scope, ids, numbers } = await closedBatch(3);
    const csv = ["gift_number,amount,confirmation_number"];
    csv.push(...numbers.map((number, n) => `${number},25.00,OSU-${n}`));
    const file = { csv: `\ufeff${csv.join("\r\n")}\r\n` };
    expect(await confirmGifts(scope, file, false)).toMatchObject({ confirmed: 3 });
    expect(await pushJobs(ids)).toEqual([2, 2, 2]);
    const again = await confirmGifts(scope, file, false);
    expect(again).toMatchObject({ confirmed: 0, already_decided: 3 });
    expect(again.results.map(({ outcome }) => outcome)).toEqual(Array(3).fill("already_confirmed"));
    expect(await pushJobs(ids)).toEqual([2, 2, 2]);
  });

  it("changes nothing if lines are wrong, and names them", async () => {
    const { scope, ids, numbers, batchId, schoolId, bank } = await closedBatch(4);
    const foreign = await closedBatch(1);
    const open = await give({ schoolId, bank });
    await push(open);
    await confirmGifts(
      scope,
      confirming([ids[3] as string], () => "first"),
      false,
    );
    const [first = ""] = ids;
    const rows = [
      `${first},C-1,`,
      `${numbers.find((number) => number)},,`,
      `${ids[1]},C-2,and refused`,
      `${foreign.ids[0]},C-3,`,
      `${open},C-4,`,
      `${first},C-5,`,
      `${ids[3]},C-6,`,
      `${ids[2]},${"9".repeat(41)},`,
      "G-0000000000001,C-7,",
    ];
    const csv = ["donation_id,confirmation_number,refusal_reason", ...rows].join("\n");
    // What can be seen without looking gifts up comes first.
    expect(await problemsOf(confirmGifts(scope, { csv }, false))).toEqual([
      "body.csv.4: Needs either a confirmation_number or a refusal_reason",
      "body.csv.9.confirmation_number: Has more than 40 characters",
    ]);
    const rest = [rows[0], rows[3], rows[4], rows[5], rows[6], rows[8]].join("\n");
    const known = `donation_id,confirmation_number,refusal_reason\n${rest}`;
    const problems = await problemsOf(confirmGifts(scope, { csv: known }, false));
    expect(problems).toEqual([
      "body.csv.3.donation_id: Your school has no such gift",
      "body.csv.4.donation_id: This gift isn't in a closed batch",
      "body.csv.5.donation_id: This gift is named twice",
      "body.csv.6.donation_id: This gift was already confirmed with another number",
      "body.csv.7.donation_id: Your school has no such gift",
    ]);
    expect((await getBatch(scope, batchId)).undecided_count).toBe(3);
    for (const bad of [
      "",
      "a,b\n1,2",
      "gift_number\nG-1",
      'donation_id,confirmation_number\n"',
      "\0",
    ]) {
      expect(await problemsOf(confirmGifts(scope, { csv: `${bad} ` }, false))).not.toEqual([]);
    }
  });

  it("in a dry run changes nothing", async () => {
    const { scope, ids, batchId } = await closedBatch(2);
    const file = confirming(ids);
    expect(await confirmGifts(scope, file, true)).toMatchObject({ dry_run: true, confirmed: 2 });
    expect((await getBatch(scope, batchId)).undecided_count).toBe(2);
  });

  it("by two processors at once decides each gift once", async () => {
    const { scope, ids } = await closedBatch(40);
    const byA = confirming(ids, (n) => `A-${n}`);
    const byB = confirming(ids.toReversed(), (n) => `B-${n}`);
    // Both have read the gifts, and wait for the first one's lock, before either decides.
    const release = await lockLine(ids[0] as string);
    const confirmed = Promise.all([byA, byB].map((file) => confirmGifts(scope, file, false)));
    while ((await waitingBackends()).length < 2);
    await release();
    const results = await confirmed;
    expect(results.reduce((sum, { confirmed }) => sum + confirmed, 0)).toBe(40);
    expect(results.reduce((sum, one) => sum + one.already_decided, 0)).toBe(40);
    await Promise.all(ids.map(pushAgain));
    expect(await statusesOf(ids)).toEqual({ completed: 40 });
    expect(await db().event.count({ where: { donationId: { in: ids } } })).toBe(40);
  });

  it("of 1,000 gifts, killed in the middle, is finished by the same request: nothing twice, nothing lost", async () => {
    const { scope, ids, batchId } = await closedBatch(1_000);
    // The process dies while its second transaction waits for a lock.
    const release = await lockLine(ids.at(-1) as string);
    const killed = confirmGifts(scope, confirming(ids), false).catch((error) => error.message);
    let pid: number | undefined;
    while (pid === undefined) [pid] = await waitingBackends();
    expect((await getBatch(scope, batchId)).undecided_count).toBe(500);
    await pool().query("select pg_terminate_backend($1)", [pid]);
    expect(await killed).toEqual(expect.any(String));
    await release();
    expect((await getBatch(scope, batchId)).undecided_count).toBe(500);

    expect(await confirmGifts(scope, confirming(ids), false)).toMatchObject({
      confirmed: 500,
      already_decided: 500,
    });
    // Once when it was accepted, and once when it was confirmed.
    expect(new Set(await pushJobs(ids))).toEqual(new Set([2]));
  }, 60_000);

  it("ends a hold: the foundation may have imported the gift", async () => {
    const { scope, ids } = await closedBatch(1);
    const [id = ""] = ids;
    await holdForReview(id);
    expect(await pushAgain(id)).toBe("held");
    await confirmGifts(scope, confirming(ids), false);
    expect(await pushAgain(id)).toBe("completed");
  });
});

it("an account's own gifts have the same donor number in every batch of a school", async () => {
  const school = await makeBatchSchool();
  const account = await makeAccount(school.bank);
  const numbers = [];
  for (let n = 0; n < 2; n++) {
    const { ids, batchId } = await fillBatch(school, 1, { service_user_id: account });
    await closeBatch(school.scope, batchId);
    numbers.push((await getGift(school.scope, ids[0] as string)).told?.donor?.number);
  }
  expect(numbers[0]).toMatch(/^C-/);
  expect(numbers[1]).toBe(numbers[0]);
});
