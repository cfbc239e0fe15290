-- The same for those that settled before the gift date was stored.
CREATE INDEX CONCURRENTLY "donation_undated" ON "donation" ("school_id", "completed_at")
  INCLUDE ("amount_cents", "fund_id", "bank_id") WHERE "status" = 'completed' AND "gift_date" IS NULL;
