/** A cancel against whatever else could decide a gift: it's credited or canceled, never both and never neither. */
import { expect } from "vitest";
import { closeBatch } from "#lib/batches/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { push } from "./attempts.ts";
import { fillBatch, give, makeBatchSchool } from "./batches.ts";
import { ask, attempt, calmDown, pointsReturned } from "./corrections.ts";
import { makeBank, makeSchool } from "./factories.ts";

const AT_ONCE = 10;

type Race = <One, Other>(
  one: () => Promise<One>,
  other: () => Promise<Other>,
) => Promise<[One, Other]>;

/** Up to a few milliseconds, so that either side can be first. */
const soon = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 6));

/** Most race; but the first of every ten is won by one side, and the second by the other, however fast each of them is. */
const raceOf = (n: number): Race => {
  if (n === 0) return async (one, other) => [await one(), await other()];
  if (n === 1) return async (one, other) => [await other(), await one()].reverse() as never;
  return (one, other) => Promise.all([soon().then(one), soon().then(other)]);
};

async function inRounds(rounds: number, round: (race: Race) => Promise<string>) {
  const outcomes = new Set<string>();
  for (let n = 0; n < rounds; n += AT_ONCE) {
    const all = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => round(raceOf(i))));
    for (const outcome of all) outcomes.add(outcome);
  }
  return outcomes;
}

/** @returns the ways in which it ended */
export async function cancelAgainstPush(rounds: number) {
  const [bank, schoolId] = [await makeBank(), await makeSchool()];
  return inRounds(rounds, async (race) => {
    const id = await give({ schoolId, bank }, { points_redeemed: 2_500 });
    const [pushed, asked] = await race(
      () => push(id),
      () => ask(bank.scope, id, { kind: "cancel" }).catch(() => null),
    );
    await calmDown(id);
    if (asked) expect(await attempt(asked)).toMatchObject({ status: "succeeded" });
    const gift = await db().donation.findUniqueOrThrow({ where: { id } });
    const credits = await db().stubCredit.count({ where: { partnerReference: id } });
    const voids = await db().stubVoid.count({ where: { partnerReference: id } });
    const isBack = asked !== null;
    expect(gift.status).toBe(credits === 1 ? "completed" : "canceled");
    expect(voids).toBe(isBack ? credits : 0);
    expect(await pointsReturned(id)).toBe(isBack ? 2_500 : 0);
    return `${pushed} ${isBack ? "asked" : "too late"} ${gift.status}`;
  });
}

/** @returns the ways in which it ended */
export async function cancelAgainstClose(rounds: number) {
  return inRounds(rounds, async (race) => {
    const at = await makeBatchSchool();
    const { ids, batchId } = await fillBatch(at, 2);
    const [id] = ids as [string];
    const [, asked] = await race(
      () => closeBatch(at.scope, batchId),
      () => ask(at.bank.scope, id, { kind: "cancel" }),
    );
    const gift = await db().donation.findUniqueOrThrow({
      where: { id },
      include: { batchLine: true },
    });
    const { giftCount } = await db().giftBatch.findUniqueOrThrow({ where: { id: batchId } });
    const { status } = await db().correction.findUniqueOrThrow({ where: { id: asked } });
    const isExported = gift.batchLine !== null;
    expect(giftCount).toBe(isExported ? 2 : 1);
    expect([gift.status, status]).toEqual(
      isExported ? ["pending", "pending"] : ["canceled", "succeeded"],
    );
    return isExported ? "exported" : "withdrawn";
  });
}
