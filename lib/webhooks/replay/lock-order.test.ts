import { expect, it } from "vitest";
import { playRounds } from "#test/replay-rounds.ts";

it("everything that changes many deliveries at once locks them in the same order, without deadlocks", async () => {
  expect(await playRounds(25, 1)).toEqual([]);
});
