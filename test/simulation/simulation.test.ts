import { expect, it } from "vitest";
import { REPEAT } from "../random.ts";
import { envSeeds, FIXED_SEEDS, freshSeeds, prepareSimulations, reportOf } from "./simulation.ts";

const simulate = prepareSimulations();
const [first = 1, second = 2] = FIXED_SEEDS;
const seeds = envSeeds().length > 0 ? envSeeds() : [second, ...freshSeeds(1)];

it.each(seeds)("seed %i: nothing is lost or duplicated, and everyone is notified", async (seed) => {
  const verdict = await simulate(seed);
  if (verdict.wrong.length > 0) expect.fail(reportOf(verdict));
});

it(`seed ${first}: the same, and a rerun has the same history`, async () => {
  for (let seed = first; seed < first + REPEAT; seed++) {
    const verdict = await simulate(seed);
    if (verdict.wrong.length > 0) expect.fail(reportOf(verdict));
    expect(verdict.history.length).toBeGreaterThan(100);
    expect((await simulate(seed)).history).toEqual(verdict.history);
  }
});
