-- Foundations manage their own funds.
ALTER TABLE "fund"
  -- The fund's own minimum; null if the school's applies.
  ADD COLUMN "minimum_cents" bigint,
  -- The fund's code in the foundation's gift records.
  ADD COLUMN "platform_code" text,
  -- A retired fund takes no new gifts.
  ADD COLUMN "retired_at" timestamptz(3),
  -- When the foundation last changed it. From then on, the directory import leaves it as it is.
  ADD COLUMN "edited_at" timestamptz(3),
  ADD CONSTRAINT "fund_minimum" CHECK ("minimum_cents" > 0) NOT VALID,
  ADD CONSTRAINT "fund_codes" CHECK (char_length("platform_code") <= 100
    AND char_length("attraction_id") <= 255 AND char_length("venue_id") <= 255) NOT VALID;

-- The terms of the fund when the gift was accepted, which its receipt states. Null without a fund, and for gifts from
-- before the fund could be changed.
ALTER TABLE "donation"
  ADD COLUMN "fund_deductibility" text,
  ADD COLUMN "fund_good_faith_value_cents" bigint,
  ADD CONSTRAINT "donation_fund_terms" CHECK ("fund_deductibility" IN ('full', 'quid_pro_quo', 'none')) NOT VALID;
