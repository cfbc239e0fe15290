import { expect, it } from "vitest";
import { playRounds } from "#test/replay-rounds.ts";

it("concurrent changes to many deliveries lock them in the same order and don't deadlock", async () => {
  expect(await playRounds(25, 1)).toEqual([]);
});
