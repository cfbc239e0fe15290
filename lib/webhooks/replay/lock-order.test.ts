import { expect, it } from "vitest";
import { playRounds } from "#test/replay-rounds.ts";

it("whoever changes many deliveries at once locks them in one order: nobody deadlocks", async () => {
  expect(await playRounds(25, 1)).toEqual([]);
}, 120_000);
