-- Corrections: gifts that are canceled, reversed in whole or in part, or redirected to another school or fund. A donation is
-- never edited: what of it counts now is its net amount, amount_cents - reversed_cents.

-- safe: replaced by one that allows more.
ALTER TABLE "donation" DROP CONSTRAINT "donation_status_check";
ALTER TABLE "donation"
  ADD COLUMN "canceled_at" timestamptz(3),
  -- What was reversed, and what pending corrections have reserved to reverse.
  ADD COLUMN "reversed_cents" bigint NOT NULL DEFAULT 0,
  ADD COLUMN "pending_reversal_cents" bigint NOT NULL DEFAULT 0,
  -- The points that its events have given back or a redirect has carried to another gift, of those that it took or carried.
  ADD COLUMN "points_returned" bigint NOT NULL DEFAULT 0,
  -- Of a redirect's new gift: the gift that it comes from, and the points that it took over, in place of points redeemed.
  ADD COLUMN "redirected_from" uuid,
  ADD COLUMN "points_carried" bigint,
  -- The redirect whose reversal has to succeed first. Until then it has no credit: nothing can push, hold, or release it.
  ADD COLUMN "waits_for" uuid;
ALTER TABLE "donation"
  ADD CONSTRAINT "donation_status" CHECK ("status" IN ('pending', 'completed', 'failed', 'canceled')) NOT VALID,
  ADD CONSTRAINT "donation_canceled" CHECK (("status" = 'canceled') = ("canceled_at" IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT "donation_reversed" CHECK ("reversed_cents" >= 0 AND "pending_reversal_cents" >= 0
    AND "reversed_cents" + "pending_reversal_cents" <= "amount_cents"
    AND ("status" = 'completed' OR "reversed_cents" + "pending_reversal_cents" = 0)) NOT VALID,
  ADD CONSTRAINT "donation_points" CHECK (
    "points_returned" BETWEEN 0 AND coalesce("points_carried", "points_redeemed")) NOT VALID,
  ADD CONSTRAINT "donation_waits" CHECK ("waits_for" IS NULL
    OR ("redirected_from" IS NOT NULL AND "status" IN ('pending', 'canceled'))) NOT VALID;

-- `stopped`: someone asked to cancel the gift after an attempt had begun, so no other attempt begins. `canceled`: it ended.
-- safe: replaced by one that allows more.
ALTER TABLE "credit" DROP CONSTRAINT "credit_status_check";
-- safe: replaced by one that allows more.
ALTER TABLE "credit" DROP CONSTRAINT "credit_check1";
ALTER TABLE "credit"
  -- When the latest attempt began: an attempt that nobody heard of again may still be under way for a while.
  ADD COLUMN "attempt_begun_at" timestamptz(3);
ALTER TABLE "credit"
  ADD CONSTRAINT "credit_status" CHECK ("status" IN ('pending', 'stopped', 'credited', 'refused', 'canceled')) NOT VALID,
  ADD CONSTRAINT "credit_settled" CHECK (("status" IN ('pending', 'stopped')) = ("settled_at" IS NULL)) NOT VALID;

ALTER TABLE "bank"
  -- Whether its API keys may correct gifts. Null: only in a sandbox.
  ADD COLUMN "corrections_by_api" boolean,
  -- For how long a gift can be corrected, and the sum per UTC day from which on two people are needed.
  ADD COLUMN "correction_days" smallint NOT NULL DEFAULT 180 CHECK ("correction_days" BETWEEN 1 AND 3650),
  ADD COLUMN "correction_daily_cents" bigint NOT NULL DEFAULT 500000 CHECK ("correction_daily_cents" >= 0);

-- Its shards are only ever added up. A reversal subtracts in another one than its gift was added in.
-- safe: allows more.
ALTER TABLE "school_total" DROP CONSTRAINT "school_total_donated_cents_check";

CREATE TABLE "correction" (
  "id" uuid NOT NULL PRIMARY KEY,
  "donation_id" uuid NOT NULL REFERENCES "donation" ("id"),
  -- The gift's bank and school.
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id"),
  "school_id" text NOT NULL REFERENCES "school" ("id"),
  "kind" text NOT NULL CHECK ("kind" IN ('cancel', 'reverse', 'redirect')),
  -- The caller's own reference: the idempotency key.
  "correction_ref" text NOT NULL CHECK (char_length("correction_ref") BETWEEN 1 AND 255),
  "reason" text NOT NULL CHECK (char_length("reason") BETWEEN 1 AND 500),
  "amount_cents" bigint NOT NULL CHECK ("amount_cents" > 0),
  -- Whether that was all that was left of the gift.
  "is_whole" boolean NOT NULL,
  "status" text NOT NULL DEFAULT 'pending' CHECK ("status" IN ('pending', 'succeeded', 'refused')),
  "refusal_reason" text,
  -- platform_credit, books, receipt, file, and points, each with a state (not_needed, pending, done, refused), at, and by. The
  -- first decides: the others begin in the transaction that records its success.
  "legs" jsonb NOT NULL CHECK ("legs" ?& ARRAY['platform_credit', 'books', 'receipt', 'file', 'points']),
  "requested_by" text NOT NULL,
  -- Whether it begins only after a second person has approved it, and who did.
  "needs_approval" boolean NOT NULL,
  "approved_by" text,
  -- Whether it waits for the foundation, which decides about gifts in closed batches and those that were paid.
  "awaits_foundation" boolean NOT NULL DEFAULT false,
  "agreed_by" text,
  "agreed_at" timestamptz(3),
  -- When the platform was first asked to void. Its answer may be lost, so nobody else decides from then on.
  "void_begun_at" timestamptz(3),
  -- What its event tells the bank to give back, once it has succeeded, and the event.
  "points_to_return" bigint CHECK ("points_to_return" >= 0),
  "event_id" uuid,
  -- What the bank says it has given back, under its own reference.
  "points_returned" bigint CHECK ("points_returned" >= 0),
  "points_reference" text CHECK (char_length("points_reference") BETWEEN 1 AND 255),
  -- Of a redirect: where to, and the gift that it makes.
  "target_school_id" text REFERENCES "school" ("id"),
  "target_fund_designation" text CHECK (char_length("target_fund_designation") BETWEEN 1 AND 255),
  "new_donation_id" uuid REFERENCES "donation" ("id"),
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "decided_at" timestamptz(3),
  -- As for a credit.
  "next_attempt_at" timestamptz(3) NOT NULL DEFAULT now(),
  "generation" integer NOT NULL DEFAULT 0,
  "attempt_count" integer NOT NULL DEFAULT 0,
  "last_error" text,
  CHECK ("approved_by" <> "requested_by"),
  CHECK (("status" = 'pending') = ("decided_at" IS NULL)),
  CHECK (("status" = 'refused') = ("refusal_reason" IS NOT NULL)),
  CHECK (("kind" = 'redirect') = ("target_school_id" IS NOT NULL)),
  CHECK (("kind" = 'redirect') = ("target_fund_designation" IS NOT NULL)),
  CHECK (("kind" = 'redirect') = ("new_donation_id" IS NOT NULL)),
  CHECK (("agreed_by" IS NULL) = ("agreed_at" IS NULL)),
  CHECK (("points_returned" IS NULL) = ("points_reference" IS NULL))
);
CREATE UNIQUE INDEX "correction_reference" ON "correction" ("bank_id", "reference_key"("correction_ref"));
-- A gift's corrections, and of these at most one cancel at a time.
CREATE INDEX "correction_of_donation" ON "correction" ("donation_id", "created_at", "id");
CREATE UNIQUE INDEX "correction_one_cancel" ON "correction" ("donation_id") WHERE "kind" = 'cancel' AND "status" = 'pending';
-- A bank's corrections and a foundation's, newest first; those that a foundation has to decide.
CREATE INDEX "correction_list" ON "correction" ("bank_id", "created_at" DESC, "id" DESC);
CREATE INDEX "correction_of_school" ON "correction" ("school_id", "created_at" DESC, "id" DESC);
CREATE INDEX "correction_asked" ON "correction" ("school_id", "created_at", "id")
  WHERE "awaits_foundation" AND "status" = 'pending';
-- For the sweep.
CREATE INDEX "correction_pending" ON "correction" ("next_attempt_at") WHERE "status" = 'pending';

-- What the sandbox's platform has voided, once per correction.
CREATE TABLE "stub_void" (
  "correction_id" uuid NOT NULL PRIMARY KEY,
  "partner_reference" text NOT NULL,
  "amount_cents" bigint NOT NULL CHECK ("amount_cents" > 0),
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX "stub_void_of" ON "stub_void" ("partner_reference");

-- What a person has given is net of what was reversed.
CREATE OR REPLACE FUNCTION "tally_giving"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO giving_tally AS t (cardholder_id, attributed, account_id, day, school_id, status, count, cents)
    SELECT cardholder_id, attributed, account_id, (created_at AT TIME ZONE 'UTC')::date,
      school_id, status, count(*), sum(amount_cents)
    FROM added WHERE cardholder_id IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (cardholder_id, attributed, account_id, day, school_id, status)
    DO UPDATE SET count = t.count + excluded.count, cents = t.cents + excluded.cents;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO giving_tally AS t (cardholder_id, attributed, account_id, day, school_id, status, count, cents)
    SELECT cardholder_id, attributed, account_id, (created_at AT TIME ZONE 'UTC')::date,
      school_id, status, sum(change), sum(change * net_cents)
    FROM (
      SELECT cardholder_id, attributed, account_id, created_at, school_id, status, amount_cents - reversed_cents AS net_cents,
        1 AS change FROM added
      UNION ALL
      SELECT cardholder_id, attributed, account_id, created_at, school_id, status, amount_cents - reversed_cents,
        -1 FROM removed
    ) changes WHERE cardholder_id IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(change) <> 0 OR sum(change * net_cents) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (cardholder_id, attributed, account_id, day, school_id, status)
    DO UPDATE SET count = t.count + excluded.count, cents = t.cents + excluded.cents;
  ELSE
    INSERT INTO giving_tally AS t (cardholder_id, attributed, account_id, day, school_id, status, count, cents)
    SELECT cardholder_id, attributed, account_id, (created_at AT TIME ZONE 'UTC')::date,
      school_id, status, -count(*), -sum(amount_cents - reversed_cents)
    FROM removed WHERE cardholder_id IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (cardholder_id, attributed, account_id, day, school_id, status)
    DO UPDATE SET count = t.count + excluded.count, cents = t.cents + excluded.cents;
  END IF;
  RETURN NULL;
END $$;

-- A redirect's new gift names nobody until the first gift's reversal starts it.
CREATE OR REPLACE FUNCTION "is_named"(gift "donation") RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN gift."cardholder_id" IS NOT NULL AND gift."share_with_school" IS DISTINCT FROM 'nothing' AND gift."waits_for" IS NULL;
CREATE TRIGGER "keep_shared_donor_started" BEFORE UPDATE OF "waits_for" ON "donation"
  FOR EACH ROW WHEN ("is_named"(NEW)) EXECUTE FUNCTION "keep_shared_donor"();
