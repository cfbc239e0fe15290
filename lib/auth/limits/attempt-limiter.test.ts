import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { isDatabaseUnavailable } from "#lib/database/errors.ts";
import { transaction } from "#lib/database/transaction.ts";
import { rereadEnv } from "#lib/env.ts";
import { AttemptLimiter } from "./attempt-limiter.ts";

const POLICY = { name: "test", points: 3, seconds: 60 };

function setTimeLimit(ms: string): void {
  process.env.DATABASE_TIMEOUT_MS = ms;
  rereadEnv();
}

async function consumeAll(limiters: AttemptLimiter[], key: string) {
  const refusals = [];
  for (const limiter of limiters) refusals.push(await limiter.consume(key));
  return refusals;
}

it("counts across processes, and flags only the first refusal of each window", async () => {
  const [one, other, key] = [new AttemptLimiter(POLICY), new AttemptLimiter(POLICY), randomUUID()];
  expect(await consumeAll([one, other, one], key)).toEqual([undefined, undefined, undefined]);
  const refusals = await consumeAll([other, one], key);
  expect(refusals.map((refusal) => refusal?.first)).toEqual([true, false]);
  for (const refusal of refusals) expect(refusal?.seconds).toBeGreaterThan(50);
  expect(await consumeAll([one], randomUUID())).toEqual([undefined]);
});

it("takes back attempts that don't count, and resets", async () => {
  const [limiter, key] = [new AttemptLimiter(POLICY), randomUUID()];
  for (let n = 0; n < 5; n++) {
    expect(await limiter.consume(key)).toBeUndefined();
    await limiter.uncount(key);
  }
  expect(await consumeAll([limiter, limiter, limiter], key)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await limiter.consume(key)).toBeTruthy();
  await limiter.reset(key);
  expect(await limiter.consume(key)).toBeUndefined();
});

it("admits no attempt that it can't count, and recovers with the database", async () => {
  const [limiter, key] = [new AttemptLimiter(POLICY), randomUUID()];
  await transaction(async (tx) => {
    await tx.query("lock table rate_window in access exclusive mode");
    setTimeLimit("500");
    await expect(limiter.consume(key)).rejects.toSatisfy(isDatabaseUnavailable);
    setTimeLimit("60000");
  });
  expect(await limiter.consume(randomUUID())).toBeUndefined();
});
