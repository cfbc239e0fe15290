import { expect, it } from "vitest";
import { playRounds } from "#test/replay-rounds.ts";

it.each([1, 2, 3, 4])(
  "hundreds of rounds of replays at the same time end, seed %i",
  async (seed) => {
    expect(await playRounds(150, seed)).toEqual([]);
  },
);
