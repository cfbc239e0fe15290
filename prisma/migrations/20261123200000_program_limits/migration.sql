-- What a person may give without their bank's confirmation; null is the service's default.
ALTER TABLE "loyalty_program"
  ADD COLUMN "max_gift_cents" bigint CHECK ("max_gift_cents" > 0),
  ADD COLUMN "max_daily_cents" bigint CHECK ("max_daily_cents" > 0),
  -- The zone in which a day begins.
  ADD COLUMN "time_zone" text;
-- What an account has given on a day, for the limit of that day. A gift raises it in the statement that accepts
-- it, and one that fails gives its amount back.
CREATE TABLE "daily_gift_total" (
  "account_id" uuid NOT NULL REFERENCES "account" ("id") ON DELETE CASCADE,
  "day" date NOT NULL,
  "given_cents" bigint NOT NULL CHECK ("given_cents" >= 0),
  -- The limit when it was last raised.
  "max_cents" bigint NOT NULL,
  PRIMARY KEY ("account_id", "day"),
  -- Two gifts at the same moment cannot both use up the rest: the second statement fails.
  CONSTRAINT "daily_gift_total_within_limit" CHECK ("given_cents" <= "max_cents")
);
-- The day whose total a gift has raised; null if no limit applies to it.
ALTER TABLE "donation" ADD COLUMN "limit_day" date;
