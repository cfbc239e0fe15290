/**
 * Reproducible randomness. Random values come from SEED, or from a new seed that a failure
 * prints; REPEAT=100 repeats random tests a hundred times.
 */
import { randomInt } from "node:crypto";

export type Random = {
  /** An integer from zero up to, but not including, `limit`. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[];
};

/** The seed of this run: SEED, or a new one. */
export const SEED = Number(process.env.SEED ?? randomInt(2 ** 31));
/** How often random tests are repeated. */
export const REPEAT = Number(process.env.REPEAT ?? 1);

/** For `it`: runs a check with successive seeds. @throws Error that names the failing seed */
export function seeded(check: (random: Random) => void | Promise<void>): () => Promise<void> {
  return async () => {
    for (let seed = SEED; seed < SEED + REPEAT; seed++) {
      try {
        await check(randomOf(seed, ""));
      } catch (error) {
        (error as Error).message += `\n(reproduce with SEED=${seed})`;
        throw error;
      }
    }
  };
}

/** Random bytes. */
export const bytesOf = (random: Random, count: number): Buffer =>
  Buffer.from(Array.from({ length: count }, () => random.below(256)));

/** A small generator (mulberry32). @param name distinguishes generators with the same seed */
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
      if (items.length === 0) throw new Error("can't pick from an empty list");
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
