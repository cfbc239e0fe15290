/** Chance that can be had again: the same seed makes the same requests. */
import { randomInt } from "node:crypto";

export type Random = {
  /** A whole number from zero up to, not including, `limit`. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  /** All of them in another order. */
  shuffle<T>(items: readonly T[]): T[];
};

/** The seed of this run: BAD_INPUT_SEED, or a new one. */
export const SEED = Number(process.env.BAD_INPUT_SEED ?? randomInt(2 ** 31));

/** A small generator (mulberry32). @param name keeps those of one seed apart */
export function randomOf(seed: number, name: string): Random {
  let state = seed;
  for (const character of name)
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (items) => {
      if (items.length === 0) throw new Error("there is nothing to pick from");
      return items[below(items.length)] as (typeof items)[number];
    },
    shuffle: (items) => {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = below(last + 1);
        const moved = shuffled[other] as (typeof shuffled)[number];
        shuffled[other] = shuffled[last] as (typeof shuffled)[number];
        shuffled[last] = moved;
      }
      return shuffled;
    },
  };
}
