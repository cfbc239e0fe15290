-- The limits that a bank's gifts add up toward, with what they add up to. A bank without such limits has no row. Whatever
-- accepts or fails a bank's gifts locks its row before any of the gifts.
CREATE TABLE "bank_limit" (
  "bank_id" uuid NOT NULL PRIMARY KEY REFERENCES "bank" ("id") ON DELETE CASCADE,
  -- The most that each of its API keys can give per UTC day; null for no limit.
  "max_key_daily_cents" bigint CHECK ("max_key_daily_cents" > 0),
  -- What each key has given on this day, by key.
  "day" date,
  "key_cents" jsonb NOT NULL DEFAULT '{}',
  -- The most that its accepted gifts can exceed its payments by; null for no limit.
  "max_unpaid_cents" bigint CHECK ("max_unpaid_cents" > 0),
  -- By how much they do. Null until counted.
  "unpaid_cents" bigint,
  CHECK ("max_unpaid_cents" IS NULL OR "unpaid_cents" IS NOT NULL)
) WITH (fillfactor = 50);

-- safe: nothing has been released. Its limit and its totals are in bank_limit.
ALTER TABLE "bank" DROP COLUMN "max_key_daily_cents";
-- safe: nothing has been released. Its totals are in bank_limit.
DROP TABLE "daily_key_total";
