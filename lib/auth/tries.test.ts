import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { transaction } from "#lib/database/transaction.ts";
import { Tries } from "./tries.ts";

const POLICY = { name: "test", points: 3, seconds: 60 };

async function takeAll(takers: Tries[], key: string) {
  const refusals = [];
  for (const taker of takers) refusals.push(await taker.take(key));
  return refusals;
}

it("counts for all processes together, and says once that it is over", async () => {
  const [one, other, key] = [new Tries(POLICY), new Tries(POLICY), randomUUID()];
  expect(await takeAll([one, other, one], key)).toEqual([undefined, undefined, undefined]);
  const refusals = await takeAll([other, one], key);
  expect(refusals.map((refusal) => refusal?.first)).toEqual([true, false]);
  for (const refusal of refusals) expect(refusal?.seconds).toBeGreaterThan(50);
  expect(await takeAll([one], randomUUID())).toEqual([undefined]);
});

it("takes back what is not to count, and forgets", async () => {
  const [tries, key] = [new Tries(POLICY), randomUUID()];
  for (let n = 0; n < 5; n++) {
    expect(await tries.take(key)).toBeUndefined();
    await tries.giveBack(key);
  }
  expect(await takeAll([tries, tries, tries], key)).toEqual([undefined, undefined, undefined]);
  expect(await tries.take(key)).toBeTruthy();
  await tries.forget(key);
  expect(await tries.take(key)).toBeUndefined();
});

it("counts for itself while the database does not answer", async () => {
  const [tries, key] = [new Tries({ ...POLICY, points: 1 }), randomUUID()];
  await transaction(async (tx) => {
    await tx.query("lock table rate_window in access exclusive mode");
    expect(await tries.take(key)).toBeUndefined();
    expect(await tries.take(key)).toBeTruthy();
  });
});
