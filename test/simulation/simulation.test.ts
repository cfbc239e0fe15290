import { expect, it } from "vitest";
import { REPEAT } from "../random.ts";
import { askedFor, FIXED_SEEDS, freshSeeds, prepareSimulations, reportOf } from "./simulation.ts";

const simulate = prepareSimulations();
const [first = 1, second = 2] = FIXED_SEEDS;
const seeds = askedFor().length > 0 ? askedFor() : [second, ...freshSeeds(1)];

it.each(seeds)(
  "seed %i: nothing is lost, nothing is doubled, and everybody is told",
  async (seed) => {
    const verdict = await simulate(seed);
    if (verdict.wrong.length > 0) expect.fail(reportOf(verdict));
  },
);

it(`seed ${first}: the same, and it does the same again`, async () => {
  for (let seed = first; seed < first + REPEAT; seed++) {
    const verdict = await simulate(seed);
    if (verdict.wrong.length > 0) expect.fail(reportOf(verdict));
    expect(verdict.history.length).toBeGreaterThan(100);
    expect((await simulate(seed)).history).toEqual(verdict.history);
  }
});
