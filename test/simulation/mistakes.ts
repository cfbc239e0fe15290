/** Injected bugs that the invariants must notice. */
import { expect } from "vitest";
import type { Sabotage } from "./database.ts";
import type { InjectedBug, prepareSimulations } from "./simulation.ts";

/** Each of these bugs shows in at least an eighth of the seeds, so within this many it must. */
const SEEDS = 60;

/** Counts changed statements: a bug that was never injected proves nothing. */
let injections = 0;

export const replacing =
  (...changes: [find: string, replacement: string][]): Sabotage =>
  (text) => {
    if (!changes.every(([from]) => text.includes(from))) return text;
    injections += 1;
    return changes.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
  };

/** No consents, so more of everything else. */
const NO_CONSENTS = { "ask for consent": 0, approve: 0, redeem: 0, unlink: 0 };

/** A foundation whose processors have much to do. */
const BUSY_FOUNDATION = {
  give: 30,
  "close a batch": 20,
  download: 20,
  decide: 40,
  "decide again": 20,
  ...NO_CONSENTS,
};

/** Much is put right. */
const CORRECTING = { give: 30, correct: 40, "decide corrections": 20, ...NO_CONSENTS };

/** The seed is tried first; after changes to the product, a different one may show the bug. */
type Mistake = [description: string, seed: number, InjectedBug, RegExp];

/** One for each part of the world that the invariants check; `npm test` covers these. */
export const MISTAKES: Mistake[] = [
  [
    "a gift that isn't posted",
    2,
    {
      sabotage: replacing([
        "posted_at\n    from to_post",
        "posted_at\n    from to_post where false",
      ]),
    },
    /gift_not_posted/,
  ],
  [
    "a gift that is posted behind the cut",
    1,
    {
      sabotage: replacing(["greatest(clock.now, clock.cut_at)", "clock.now - interval '1 day'"]),
    },
    /on_no_statement|lines_add_up/,
  ],
  [
    "a platform that credits every request",
    3,
    { platforms: { ignoresReference: true } },
    /the platform has \d+ credits/,
  ],
  [
    "a settlement that doesn't check whether the donation is pending",
    1,
    {
      sabotage: replacing(
        ["and donation.status = $2", "and $2::text is not null"],
        // Otherwise the ledger refuses the second one.
        ["posted_at\n    from to_post", "posted_at\n    from to_post on conflict do nothing"],
      ),
      likelihood: {
        freeze: 0,
        kill: 0,
        "pass minutes": 0,
        "pass hours": 0,
        give: 15,
        ...NO_CONSENTS,
        // No portal gifts, which don't show it more often.
        "give in the portal": 0,
        "confirm again": 0,
      },
      overtakesSettlements: true,
    },
    /donation\.completed,donation\.completed/,
  ],
  [
    "a gift that is accepted regardless of the bank's decision",
    7,
    {
      sabotage: replacing([
        "set status = $1, hold_reference",
        "set status = coalesce(nullif('approved', $1::text), 'approved'), hold_reference",
      ]),
      likelihood: { "give in the portal": 40 },
    },
    /has not approved/,
  ],
  [
    "an event that goes to every bank's endpoints",
    2,
    {
      sabotage: replacing(
        [
          "from recorded as e join webhook_endpoint as p on p.bank_id = e.bank_id",
          "from recorded as e cross join webhook_endpoint as p",
        ],
        ["p.bank_id = any(array(select bank_id from recorded))", "true"],
      ),
    },
    /got a foreign event/,
  ],
  [
    "a code that can be redeemed repeatedly",
    8,
    {
      sabotage: (text) => {
        if (!/"(account_link|oauth_object)"|^update "account" set "status"/.test(text)) return text;
        const changed = text
          .replace(/ and ("\w+"\.)?"(consumed_at|redeemed_at)" is null/g, "")
          .replace(/ and "status" = (\$\d+)/g, " and $1::text is not null");
        if (changed !== text) injections += 1;
        return changed;
      },
      likelihood: { approve: 40, redeem: 120, "ask for consent": 20 },
    },
    /was redeemed twice/,
  ],
  [
    "a decision that replaces an earlier one",
    11,
    {
      sabotage: (text) => {
        const changed = text
          .replace("batch_id, closed_at, decided_at,", "batch_id, closed_at, null as decided_at,")
          .replace("and decided_at is null and closed_at is not null", "and closed_at is not null");
        if (changed !== text) injections += 1;
        return changed;
      },
      likelihood: BUSY_FOUNDATION,
    },
    /which doesn't stand|was told of \d+ decisions|the platform has no credit/,
  ],
  [
    "a total that omits a donation",
    8,
    {
      sabotage: replacing(["lifetime_donated_cents + cents", "lifetime_donated_cents"]),
    },
    /totals of accounts/,
  ],
];

/** More of the same parts, for the long tests. */
export const MORE_MISTAKES: Mistake[] = [
  [
    "a refused gift that stays unpaid",
    1,
    {
      platforms: { refuses: true },
      sabotage: replacing(["-amount_cents as cents", "0 as cents"]),
    },
    /what banks have not paid/,
  ],
  [
    "a gift that enters a closed batch",
    3,
    {
      sabotage: replacing([
        "any($1) and closed_at is null order by school_id for share",
        "any($1) order by school_id, closed_at nulls first for share",
      ]),
      likelihood: BUSY_FOUNDATION,
    },
    /batches whose totals differ|the file of \S+ changed/,
  ],
  [
    "a gift that is accepted beyond the daily limit",
    2,
    {
      sabotage: replacing(
        ["coalesce(donated_cents, 0) + amount_cents <= max_daily_cents", "true"],
        ["max_cents = excluded.max_cents", "max_cents = 100000000"],
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
    /find accounts have given on a day/,
  ],
  [
    "an approval that two gifts can use, or none",
    1,
    {
      sabotage: replacing(["set status = 'used'", "set status = 'approved'"]),
      likelihood: { "give in the portal": 40 },
    },
    /gifts that the bank has not approved/,
  ],
  [
    "a reversal that gives points back twice",
    1,
    {
      sabotage: replacing([
        "new.points_returned - old.points_returned as points",
        "2 * (new.points_returned - old.points_returned) as points",
      ]),
      likelihood: CORRECTING,
    },
    /given back \d+ points too many/,
  ],
  [
    "a reversal that a total forgets",
    1,
    {
      sabotage: replacing(
        [
          "donated_cents = school_total.donated_cents + excluded.donated_cents",
          "shard = excluded.shard",
        ],
        ["select points from gift", "select points from gift"],
      ),
      likelihood: CORRECTING,
    },
    /totals of schools/,
  ],
  [
    "a cancel that doesn't look whether an attempt has begun",
    1,
    {
      sabotage: replacing(
        ["set status = 'stopped'", "set status = 'stopped'"],
        ["and attempt_started_at is not null)", "and attempt_started_at is not null and false)"],
      ),
      likelihood: CORRECTING,
    },
    /the platform has credited it/,
  ],
  [
    "an attempt that counts as delivered regardless of the response",
    3,
    {
      sabotage: replacing(["status = attempt.status,", "status = 'delivered',"]),
    },
    /counts as delivered, but the bank hasn't accepted it|violates check/,
  ],
];

/** Passes with the first seed that shows the bug. */
export async function expectNoticed(
  simulate: ReturnType<typeof prepareSimulations>,
  [, first, broken, finding]: Mistake,
): Promise<void> {
  injections = 0;
  const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1);
  for (const seed of [first, ...seeds]) {
    const { wrong } = await simulate(seed, broken);
    if (finding.test(wrong.join("\n"))) {
      if (broken.sabotage) expect(injections).toBeGreaterThan(0);
      return;
    }
  }
  expect.fail(`not noticed in ${SEEDS} seeds; ${injections} statements were changed`);
}
