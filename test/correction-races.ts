/** A cancel against whatever else could decide a gift: it's credited or canceled, never both and never neither. */
import { expect } from "vitest";
import { closeBatch } from "#lib/batches/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { push } from "./attempts.ts";
import { fillBatch, give, makeBatchSchool } from "./batches.ts";
import { ask, attempt, calmDown, pointsReturned } from "./corrections.ts";
import { makeBank, makeSchool } from "./factories.ts";

const AT_ONCE = 10;

async function inRounds(rounds: number, round: () => Promise<string>): Promise<Set<string>> {
  const outcomes = new Set<string>();
  for (let n = 0; n < rounds; n += AT_ONCE) {
    const all = await Promise.all(Array.from({ length: AT_ONCE }, round));
    for (const outcome of all) outcomes.add(outcome);
  }
  return outcomes;
}

/** Up to a few milliseconds, so that either side can be first. */
const soon = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 6));

/** @returns the ways in which it ended */
export async function cancelAgainstPush(rounds: number) {
  const [bank, schoolId] = [await makeBank(), await makeSchool()];
  return inRounds(rounds, async () => {
    const id = await give({ schoolId, bank }, { points_redeemed: 2_500 });
    const [pushed, asked] = await Promise.all([
      soon().then(() => push(id)),
      soon().then(() => ask(bank.scope, id, { kind: "cancel" }).catch(() => null)),
    ]);
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
  return inRounds(rounds, async () => {
    const at = await makeBatchSchool();
    const { ids, batchId } = await fillBatch(at, 2);
    const [id] = ids as [string];
    const [, asked] = await Promise.all([
      soon().then(() => closeBatch(at.scope, batchId)),
      soon().then(() => ask(at.bank.scope, id, { kind: "cancel" })),
    ]);
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
