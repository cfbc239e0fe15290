/** The invariants are worth what they find: each of these mistakes has to be noticed. */
import { expect, it } from "vitest";
import { REPEAT } from "../random.ts";
import type { Sabotage } from "./database.ts";
import { type Broken, prepareSimulations } from "./simulation.ts";

/** A mistake shows only where its moment comes; within so many seeds it has to. */
const SEEDS = 60;

const simulate = prepareSimulations();

/** Statements that came by and were changed: a mistake that nobody made proves nothing. */
let made = 0;

const replacing =
  (what: string, by: string): Sabotage =>
  (text) => {
    if (text.includes(what)) made += 1;
    return text.replace(what, by);
  };

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
        `where "d"."id" = "outcome"."id" and "d"."status" = 'pending'`,
        `where "d"."id" = "outcome"."id"`,
      ),
      likelihood: { freeze: 60, thaw: 25, work: 80 },
    },
    /donation\.completed,donation\.completed/,
  ],
  [
    "an attempt that counts as delivered whatever the answer was",
    {
      sabotage: replacing(
        '"attempt_count" + 1, "status" = "attempt"."status"',
        `"attempt_count" + 1, "status" = 'delivered'`,
      ),
    },
    /counts as delivered, and the bank has not taken it|violates check/,
  ],
  [
    "an event that goes to the endpoints of every bank",
    {
      sabotage: replacing(
        '"endpoint" on "endpoint"."bank_id" = "recorded"."bank_id"',
        '"endpoint" on true',
      ),
    },
    /has had what is not its own/,
  ],
  [
    "a total that forgets a donation",
    {
      sabotage: replacing('"lifetime_donated_cents" + "given"."cents"', '"lifetime_donated_cents"'),
    },
    /totals of accounts/,
  ],
];

it.each(MISTAKES)(
  "notices %s",
  async (_what, broken, finding) => {
    made = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { wrong } = await simulate(seed, broken);
      if (broken.sabotage && seed > 3) expect(made).toBeGreaterThan(0);
      if (finding.test(wrong.join("\n"))) return;
    }
    expect.fail(`nothing was noticed in ${SEEDS} seeds`);
  },
  900_000,
);

it(
  "does the same again for the same seed",
  async () => {
    for (let seed = 7; seed < 9 + REPEAT; seed++) {
      const first = await simulate(seed);
      const second = await simulate(seed);
      expect(first.history.length).toBeGreaterThan(100);
      expect(second.history).toEqual(first.history);
    }
  },
  240_000 * REPEAT,
);
