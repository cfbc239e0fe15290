import { expect, it } from "vitest";
import { envSeeds, FIXED_SEEDS, freshSeeds, prepareSimulations, reportOf } from "./simulation.ts";

/** The number of new seeds. */
const COUNT = Number(process.env.SIMULATION_COUNT ?? 1_000);
const MAX_REPORTED = 3;

const simulate = prepareSimulations();

it(
  `${COUNT} new seeds: nothing is lost or duplicated, and everyone is notified`,
  async () => {
    const seeds = envSeeds().length > 0 ? envSeeds() : [...FIXED_SEEDS, ...freshSeeds(COUNT)];
    const failed: string[] = [];
    let donations = 0;
    for (const seed of seeds) {
      const verdict = await simulate(seed);
      donations += verdict.donations;
      if (verdict.wrong.length > 0) failed.push(reportOf(verdict));
    }
    process.stdout.write(`simulation: ${seeds.length} seeds, ${donations} donations\n`);
    if (failed.length > 0) {
      expect.fail(`${failed.length} seeds failed.\n${failed.slice(0, MAX_REPORTED).join("\n\n")}`);
    }
  },
  60 * 60_000,
);
