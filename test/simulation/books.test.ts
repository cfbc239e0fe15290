/** Simulations with payments of all kinds, closes by command, and a database whose clock steps back. */
import { expect, it } from "vitest";
import { BOOKS } from "./chaos.ts";
import { replacing } from "./mistakes.ts";
import { envSeeds, freshSeeds, prepareSimulations, reportOf } from "./simulation.ts";

const simulate = prepareSimulations();
const likelihood = BOOKS;

it.each(envSeeds().length > 0 ? envSeeds() : [1, ...freshSeeds(2)])(
  "seed %i: the books are right at every midnight",
  async (seed) => {
    const verdict = await simulate(seed, { likelihood });
    if (verdict.wrong.length > 0) expect.fail(reportOf(verdict));
  },
);

/** Each with what notices it. */
const MISTAKES: [mistake: string, replaced: [string, string], noticedBy: RegExp][] = [
  [
    "a number is skipped",
    ["set last_number = c.last_number + 1", "set last_number = c.last_number + 2"],
    /numbers_complete/,
  ],
];

it.each(MISTAKES)("%s, which is noticed", async (_, replaced, noticedBy) => {
  const seen: string[] = [];
  for (let seed = 1; seed <= 5; seed++) {
    const bug = { likelihood, sabotage: replacing(replaced) };
    seen.push(...(await simulate(seed, bug)).wrong);
    if (seen.some((line) => noticedBy.test(line))) return;
  }
  expect.fail(`not noticed; instead: ${seen.join("\n")}`);
});
