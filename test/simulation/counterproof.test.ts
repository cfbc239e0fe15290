/** The invariants are worth what they find: each of these mistakes has to be noticed. */
import { expect, it } from "vitest";
import type { Sabotage } from "./database.ts";
import { type Broken, prepareSimulations } from "./simulation.ts";

/** A mistake shows only where its moment comes; within so many seeds it has to. */
const SEEDS = 60;

const simulate = prepareSimulations();

const replacing =
  (what: string, by: string): Sabotage =>
  (text) =>
    text.replace(what, by);

const MISTAKES: [string, Broken, RegExp][] = [
  [
    "a platform that credits as often as it is asked",
    { platforms: { ignoresReference: true } },
    /the platform has \d+ credits/,
  ],
  [
    "a settlement that does not ask whether the donation is pending",
    {
      sabotage: replacing(
        "where id = $1 and status = 'pending'\n        returning",
        "where id = $1 returning",
      ),
      likelihood: { freeze: 60, thaw: 25, work: 80 },
    },
    /donation\.completed,donation\.completed/,
  ],
  [
    "an attempt that counts as delivered whatever the answer was",
    {
      sabotage: replacing(
        "attempt_count + 1, status = $7",
        "attempt_count + 1, status = coalesce('delivered', $7)",
      ),
    },
    /counts as delivered, and the bank has not taken it|violates check/,
  ],
  [
    "an event that goes to the endpoints of every bank",
    { sabotage: replacing("where endpoint.bank_id = $2 and", "where") },
    /has had what is not its own/,
  ],
  [
    "a total that forgets a donation",
    {
      sabotage: replacing(
        "lifetime_donated_cents + settled.amount_cents",
        "lifetime_donated_cents",
      ),
    },
    /totals of accounts/,
  ],
];

it.each(MISTAKES)(
  "notices %s",
  async (_what, broken, finding) => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { wrong } = await simulate(seed, broken);
      if (finding.test(wrong.join("\n"))) return;
    }
    expect.fail(`nothing was noticed in ${SEEDS} seeds`);
  },
  240_000,
);

it("does the same again for the same seed", async () => {
  for (const seed of [7, 8, 9]) {
    const first = await simulate(seed);
    const second = await simulate(seed);
    expect(first.history.length).toBeGreaterThan(100);
    expect(second.history).toEqual(first.history);
  }
}, 120_000);
