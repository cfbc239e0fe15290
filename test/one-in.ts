/** Fewer cases of tests that say the same of every route. */
import { SEED } from "./random.ts";

/** Every `n`th, from one that the seed chooses; all in the long tests (vitest.long.config.ts), which name each case. */
export function oneIn<T>(n: number, all: readonly T[]): T[] {
  if (process.env.EVERY_CASE) return [...all];
  return all.filter((_, index) => (index + SEED) % n === 0);
}
