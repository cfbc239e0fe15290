import { beforeEach, describe, expect, it } from "vitest";
import { type Bank, donationBody, makeBank, makeSchool } from "#test/factories.ts";
import { db } from "../database/prisma.ts";
import { requestDonation } from "../donations/accept/mutations.ts";
import { donationRequest } from "../donations/contract.ts";
import { PUSHES } from "../donations/sql.ts";
import { pushCredit } from "../settlement/push.ts";
import { requeue } from "./sweep.ts";

const LATE = { lateByMs: 60_000, atMost: 100 };

beforeEach(async () => {
  await db().credit.updateMany({ data: { nextAttemptAt: new Date() } });
  await db().outbox.deleteMany();
});

/** A pending donation whose next attempt was due this long ago. */
async function makeLate(byMs: number, owner?: Bank) {
  const bank = owner ?? (await makeBank());
  const body = donationRequest.parse(donationBody(await makeSchool()));
  const { donation_id: id } = await requestDonation(bank.scope, body);
  await db().outbox.deleteMany();
  await db().credit.update({
    where: { donationId: id },
    data: { nextAttemptAt: new Date(Date.now() - byMs), attemptCount: 3 },
  });
  return id;
}

const queued = async () => (await db().outbox.findMany()).map(({ data }) => data);
async function push(id: string, generation: number): Promise<string> {
  const schedule = { waitBefore: () => 0, attempts: 10 };
  return (await pushCredit({ id, generation }, schedule)).status;
}

describe("the sweep", () => {
  it("requeues late work, keeping its attempt count, and nothing else", async () => {
    const id = await makeLate(120_000);
    await makeLate(1_000);
    expect(await requeue(PUSHES, LATE)).toBe(1);
    expect(await queued()).toEqual([
      {
        donation_id: id,
        school_id: expect.any(String),
        bank_id: expect.any(String),
        generation: 1,
      },
    ]);
    const credit = await db().credit.findUniqueOrThrow({ where: { donationId: id } });
    expect(credit).toMatchObject({ attemptCount: 3, generation: 1 });
  });

  it("requeues work once, however many sweeps run at the same time or soon after", async () => {
    await makeLate(120_000);
    const found = await Promise.all(Array.from({ length: 5 }, () => requeue(PUSHES, LATE)));
    expect(found.reduce((sum, n) => sum + n)).toBe(1);
    expect(await requeue(PUSHES, LATE)).toBe(0);
  });

  it("requeues the most overdue work first, up to the limit", async () => {
    const ids = [await makeLate(300_000), await makeLate(500_000), await makeLate(400_000)];
    expect(await requeue(PUSHES, { lateByMs: 60_000, atMost: 2 })).toBe(2);
    const requeued = (await queued()).map((data) => (data as { donation_id: string }).donation_id);
    expect(requeued.sort()).toEqual([ids[1], ids[2]].sort());
  });

  it("takes turns between banks, so that one bank's many rows don't delay another's single row", async () => {
    const many = await makeBank();
    const first = await makeLate(900_000, many);
    for (let n = 0; n < 4; n++) await makeLate(800_000, many);
    const others = await makeLate(120_000);
    expect(await requeue(PUSHES, { lateByMs: 60_000, atMost: 2 })).toBe(2);
    const requeued = (await queued()).map((data) => (data as { donation_id: string }).donation_id);
    expect(requeued.sort()).toEqual([first, others].sort());
  });

  it("doesn't requeue finished work", async () => {
    const id = await makeLate(120_000);
    await push(id, 0);
    expect(await requeue(PUSHES, LATE)).toBe(0);
    expect(await requeue(PUSHES, { ids: [id] })).toBe(0);
  });
});

it("lets only the latest of several runs continue", async () => {
  const id = await makeLate(120_000);
  await requeue(PUSHES, LATE);
  await requeue(PUSHES, { ids: [id] });
  expect(await push(id, 0)).toBe("superseded");
  expect(await push(id, 1)).toBe("superseded");
  expect(await push(id, 2)).toBe("completed");
});

it("restarts the schedule of work given by ID", async () => {
  const id = await makeLate(1_000);
  expect(await requeue(PUSHES, { ids: [id] })).toBe(1);
  const credit = await db().credit.findUniqueOrThrow({ where: { donationId: id } });
  expect(credit).toMatchObject({ attemptCount: 0, generation: 1 });
});
