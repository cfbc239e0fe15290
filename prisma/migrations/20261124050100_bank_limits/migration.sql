-- The most that a bank may give in one donation, and with one API key a UTC day; null is no limit.
ALTER TABLE "bank"
  ADD COLUMN "max_donation_cents" bigint CHECK ("max_donation_cents" > 0),
  ADD COLUMN "max_key_daily_cents" bigint CHECK ("max_key_daily_cents" > 0);
-- What was given with a key on a UTC day, of banks that have such a limit. A gift raises it in the statement that
-- accepts it, and one that fails gives its amount back.
CREATE TABLE "daily_key_total" (
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id") ON DELETE CASCADE,
  "key_id" text NOT NULL,
  "day" date NOT NULL,
  "given_cents" bigint NOT NULL CHECK ("given_cents" >= 0),
  -- The limit when it was last raised.
  "max_cents" bigint NOT NULL,
  PRIMARY KEY ("bank_id", "key_id", "day"),
  -- Two gifts at the same moment cannot both use up the rest: the second statement fails.
  CONSTRAINT "daily_key_total_within_limit" CHECK ("given_cents" <= "max_cents")
);
-- The key whose total of its UTC day a gift has raised; null if no limit applies to it.
ALTER TABLE "donation" ADD COLUMN "counted_key_id" text;
-- The key that opened a session: its gift counts toward that key.
ALTER TABLE "embed_session" ADD COLUMN "key_id" text;
