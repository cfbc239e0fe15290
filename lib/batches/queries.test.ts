import { expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { confirming, fillBatch, makeBatchSchool } from "#test/batches.ts";
import { confirmGifts } from "./confirm.ts";
import { closeBatch } from "./mutations.ts";
import { readToday } from "./queries.ts";

const todayAt = ({ scope }: Awaited<ReturnType<typeof makeBatchSchool>>) =>
  readToday(scope, "America/New_York");

it("what there is to do is the closed batches with gifts left, by the promise to donors, and the open one", async () => {
  const school = await makeBatchSchool();
  expect(await todayAt(school)).toMatchObject({
    batches: [],
    gifts: { toConfirm: 0, late: 0, dueAt: null },
    days: [],
    open: null,
  });
  const first = await fillBatch(school, 2, { dollar_amount: 10 });
  await closeBatch(school.scope, first.batchId);
  const second = await fillBatch(school, 1, { dollar_amount: 30 });
  await closeBatch(school.scope, second.batchId);
  const third = await fillBatch(school);
  const late = new Date(Date.now() - 1_000);
  const due = (id: string, at: Date) =>
    db().donation.update({ where: { id }, data: { estimatedConfirmationAt: at } });
  await due(second.ids[0] as string, late);
  await confirmGifts(school.scope, confirming([first.ids[0] as string]), false);
  const { batches, gifts, days, open, nextCloseAt } = await todayAt(school);
  expect(batches).toMatchObject([
    { id: second.batchId, number: 2, count: 1, cents: 3_000, dueAt: late },
    { id: first.batchId, number: 1, count: 1, cents: 1_000 },
  ]);
  expect(gifts).toMatchObject({ toConfirm: 2, toConfirmCents: 4_000, late: 1 });
  expect(gifts.open).toBe(1);
  expect(gifts.dueAt?.getTime()).toBeGreaterThan(Date.now());
  // Nothing is settled yet, and the month's chart has all of it.
  expect(days).toMatchObject([{ confirmed: 0, waiting: 7_500, waitingCount: 4 }]);
  expect(open).toMatchObject({ batch_id: third.batchId, number: 3, gift_count: 1 });
  // Five in the morning in New York.
  expect(nextCloseAt?.toISOString()).toMatch(/T(09|10):00:00.000Z$/);
  expect(nextCloseAt?.getTime()).toBeGreaterThan(Date.now());
  expect(nextCloseAt?.getTime()).toBeLessThanOrEqual(Date.now() + 25 * 3_600_000);
  await confirmGifts(school.scope, confirming([...second.ids, ...first.ids.slice(1)]), false);
  expect((await todayAt(school)).batches).toEqual([]);
});

it("a batch is late only because of gifts that aren't held", async () => {
  const school = await makeBatchSchool();
  const { ids, batchId } = await fillBatch(school, 2);
  await closeBatch(school.scope, batchId);
  const [held = "", other = ""] = ids;
  const [late, later] = [new Date(Date.now() - 1_000), new Date(Date.now() + 1_000_000)];
  const due = (id: string, estimatedConfirmationAt: Date) =>
    db().donation.update({ where: { id }, data: { estimatedConfirmationAt } });
  await Promise.all([due(held, late), due(other, later)]);
  await db().credit.update({ where: { donationId: held }, data: { heldAt: new Date() } });
  const dueAt = async () => (await todayAt(school)).batches.map((batch) => batch.dueAt);
  expect(await dueAt()).toEqual([later]);
  await db().credit.update({ where: { donationId: other }, data: { heldAt: new Date() } });
  expect(await dueAt()).toEqual([null]);
});
