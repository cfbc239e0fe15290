import { expect, it } from "vitest";
import { askedFor, FIXED_SEEDS, freshSeeds, prepareSimulations, reportOf } from "./simulation.ts";

const simulate = prepareSimulations();
const seeds = askedFor().length > 0 ? askedFor() : [...FIXED_SEEDS.slice(0, 4), ...freshSeeds(1)];

it.each(seeds)(
  "seed %i: nothing is lost, nothing is doubled, and everybody is told",
  async (seed) => {
    const verdict = await simulate(seed);
    if (verdict.wrong.length > 0) expect.fail(reportOf(verdict));
  },
);
