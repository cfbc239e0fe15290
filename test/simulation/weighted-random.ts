/** Weighted choices with the seeded generator. */
import type { Random } from "#test/random.ts";

/** True with this probability. */
export const happens = (random: Random, probability: number): boolean =>
  random.below(1_000_000) < probability * 1_000_000;

/** One of the names, by weight. */
export function choose<Name extends string>(random: Random, weights: Record<Name, number>): Name {
  const entries = Object.entries(weights) as [Name, number][];
  let remaining = random.below(entries.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [name, weight] of entries) {
    remaining -= weight;
    if (remaining < 0) return name;
  }
  throw new Error("no weights to choose from");
}
