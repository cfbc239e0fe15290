/** What follows from a run's seed: the order of its steps, and its gifts' amounts. */
import { asCents, type Cents } from "../money.ts";
import { STEP_NAMES, type StepName } from "./contract.ts";

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** They need gifts that others have given. */
const LAST: readonly StepName[] = ["new_key", "replay", "statement", "no_secrets_in_apps"];

/** The steps in their order: the first, the others by the seed, and the last. */
export function orderOf(seed: number, chosen: readonly StepName[] = STEP_NAMES): StepName[] {
  const random = randomNumbers(seed);
  const [first, ...others] = STEP_NAMES.filter((name) => !LAST.includes(name));
  const mixed = others.map((name) => ({ name, at: random() })).sort((a, b) => a.at - b.at);
  const all = [first as StepName, ...mixed.map(({ name }) => name), ...LAST];
  return all.filter((name) => chosen.includes(name));
}

const GIFTS_PER_STEP = 4;
/** The sandbox's platform and its voids do something else for higher ones. */
const MAX_CENTS = 69;

/** An amount of whole dollars that no other gift of the run has. */
function dollarsOf(seed: number, step: StepName, nth: number): number {
  const place = STEP_NAMES.indexOf(step) * GIFTS_PER_STEP + nth;
  return 100 + (seed % 37) + place;
}

/** @param cents that decide the outcome; else any that have none */
export function amountOf(seed: number, step: StepName, nth: number, cents?: number): Cents {
  const dollars = dollarsOf(seed, step, nth);
  const random = randomNumbers(seed + dollars);
  return asCents(dollars * 100 + (cents ?? 1 + Math.floor(random() * MAX_CENTS)));
}

/** Dollars with amounts whose hundredfold isn't exact as a float, and how many such dollars follow. */
const INEXACT = [
  [16, 5],
  [32, 9],
  [64, 18],
] as const;

export const INEXACT_GIFTS = INEXACT.length;

/** An amount whose hundredfold isn't exact as a float. */
export function inexactAmountOf(seed: number, nth: number): Cents {
  const [from, count] = INEXACT[nth] as (typeof INEXACT)[number];
  const dollars = from + (seed % count);
  const all = Array.from({ length: MAX_CENTS }, (_, n) => dollars * 100 + 1 + n);
  const inexact = all.filter((cents) => Math.floor((cents / 100) * 100) !== cents);
  return asCents(inexact[seed % inexact.length] as number);
}
