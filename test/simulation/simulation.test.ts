import { expect, it } from "vitest";
import { askedFor, freshSeeds, prepareSimulations, reportOf } from "./simulation.ts";

const FIXED = Array.from({ length: 25 }, (_, seed) => seed + 1);

const simulate = prepareSimulations();
const seeds = askedFor().length > 0 ? askedFor() : [...FIXED, ...freshSeeds(5)];

it.each(seeds)(
  "seed %i: nothing is lost, nothing is doubled, and everybody is told",
  async (seed) => {
    const verdict = await simulate(seed);
    if (verdict.wrong.length > 0) expect.fail(reportOf(verdict));
  },
);
