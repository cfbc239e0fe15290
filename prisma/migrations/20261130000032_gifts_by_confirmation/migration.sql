-- The same for those that count on the day of their confirmation.
CREATE INDEX CONCURRENTLY "donation_confirmation_date" ON "donation" ("school_id", "completed_at")
  INCLUDE ("amount_cents", "fund_id", "bank_id") WHERE "status" = 'completed' AND "gift_date" IS NULL;
