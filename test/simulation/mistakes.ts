/** Bugs that the invariants have to notice. */
import { expect } from "vitest";
import type { Sabotage } from "./database.ts";
import type { Broken, prepareSimulations } from "./simulation.ts";

/** A bug shows only in certain situations: each of these shows in an eighth of the seeds or more, so within this many it has to. */
const SEEDS = 60;

/** Counts changed statements: a bug that was never injected proves nothing. */
let made = 0;

const replacing =
  (...changes: [what: string, by: string][]): Sabotage =>
  (text) => {
    if (!changes.every(([what]) => text.includes(what))) return text;
    made += 1;
    return changes.reduce((changed, [what, by]) => changed.replaceAll(what, by), text);
  };

/** More of everything else. */
const NO_CONSENTS = { "ask for consent": 0, approve: 0, redeem: 0, unlink: 0 };

/** The seed is the one that notices it first; when the product changes, another of the seeds may. */
type Mistake = [what: string, seed: number, Broken, RegExp];

/** One for each part of the world that the invariants compare with: `npm test` looks for these. */
export const MISTAKES: Mistake[] = [
  [
    "a platform that credits as often as it is asked",
    3,
    { platforms: { ignoresReference: true } },
    /the platform has \d+ credits/,
  ],
  [
    "a settlement that does not ask whether the donation is pending",
    10,
    {
      sabotage: replacing(["and donation.status = $2", "and $2::text is not null"]),
      likelihood: {
        ...{ freeze: 0, kill: 0, "pass minutes": 0, "pass hours": 0, give: 15, ...NO_CONSENTS },
        // Without people, in whose gifts it shows as seldom as in any.
        ...{ "give in the portal": 0, "confirm again": 0 },
      },
      overtakesSettlements: true,
    },
    /donation\.completed,donation\.completed/,
  ],
  [
    "a gift that is accepted whatever the bank has decided",
    1,
    {
      sabotage: replacing([
        'set "status" = $1::text, "hold_reference"',
        `set "status" = coalesce(nullif('approved', $1::text), 'approved'), "hold_reference"`,
      ]),
      likelihood: { "give in the portal": 40 },
    },
    /has not approved/,
  ],
  [
    "an event that goes to the endpoints of every bank",
    1,
    {
      sabotage: replacing(
        [
          "from recorded as e join webhook_endpoint as p on p.bank_id = e.bank_id",
          "from recorded as e cross join webhook_endpoint as p",
        ],
        ["p.bank_id = any(array(select bank_id from recorded))", "true"],
      ),
    },
    /has had what is not its own/,
  ],
  [
    "a code that can be redeemed again and again",
    2,
    {
      sabotage: (text) => {
        if (!/"(account_link|oauth_object)"|^update "account" set "status"/.test(text)) return text;
        const changed = text
          .replace(/ and ("\w+"\.)?"(consumed_at|redeemed_at)" is null/g, "")
          .replace(/ and "status" = (\$\d+)/g, " and $1::text is not null");
        if (changed !== text) made += 1;
        return changed;
      },
      likelihood: { approve: 40, redeem: 120, "ask for consent": 20 },
    },
    /was redeemed twice/,
  ],
  [
    "a total that forgets a donation",
    1,
    {
      sabotage: replacing(["lifetime_donated_cents + cents", "lifetime_donated_cents"]),
    },
    /totals of accounts/,
  ],
];

/** More of the same parts, for the long tests. */
export const MORE_MISTAKES: Mistake[] = [
  [
    "a gift that is accepted beyond what is left today",
    2,
    {
      sabotage: replacing(
        ["coalesce(donated_cents, 0) + amount_cents <= max_daily_cents", "true"],
        ['"max_cents" = "excluded"."max_cents"', '"max_cents" = 100000000'],
      ),
      likelihood: { "give in the portal": 40 },
    },
    /more than a day's limit/,
  ],
  [
    "a refused gift that still counts toward the day's limit",
    1,
    {
      platforms: { refuses: true },
      sabotage: replacing([
        "daily_gift_total as total set donated_cents = greatest(donated_cents - ",
        "daily_gift_total as total set donated_cents = greatest(donated_cents - 0 * ",
      ]),
      likelihood: { "give in the portal": 40 },
    },
    /what accounts have given on a day/,
  ],
  [
    "an approval that two gifts can use, or none",
    1,
    {
      sabotage: replacing(["set \"status\" = 'used'", "set \"status\" = 'approved'"]),
      likelihood: { "give in the portal": 40 },
    },
    /gifts that the bank has not approved/,
  ],
  [
    "an attempt that counts as delivered whatever the answer was",
    3,
    {
      sabotage: replacing(["status = attempt.status,", "status = 'delivered',"]),
    },
    /counts as delivered, and the bank has not taken it|violates check/,
  ],
];

/** The first seed that shows the bug is enough. */
export async function expectNoticed(
  simulate: ReturnType<typeof prepareSimulations>,
  [, first, broken, finding]: Mistake,
): Promise<void> {
  made = 0;
  const others = Array.from({ length: SEEDS }, (_, index) => index + 1);
  for (const seed of [first, ...others]) {
    const { wrong } = await simulate(seed, broken);
    if (finding.test(wrong.join("\n"))) {
      if (broken.sabotage) expect(made).toBeGreaterThan(0);
      return;
    }
  }
  expect.fail(`nothing was noticed in ${SEEDS} seeds; ${made} statements were changed`);
}
