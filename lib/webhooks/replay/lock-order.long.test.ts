import { expect, it } from "vitest";
import { playRounds } from "#test/replay-rounds.ts";

it.each([1, 2, 3, 4])(
  "concurrent replays don't deadlock over hundreds of rounds, seed %i",
  async (seed) => {
    expect(await playRounds(150, seed)).toEqual([]);
  },
);
