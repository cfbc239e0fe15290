-- What the backfill has left to do. Empty, or nearly so, ever after.
CREATE INDEX CONCURRENTLY "donation_without_cardholder" ON "donation" ("id")
  WHERE "cardholder_id" IS NULL AND "account_id" IS NOT NULL;
