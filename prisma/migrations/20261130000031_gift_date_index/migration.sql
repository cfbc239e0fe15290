-- A school's confirmed gifts that count on the day of their acceptance, for its reports, which read nothing but the index.
CREATE INDEX CONCURRENTLY "donation_gift_date" ON "donation" ("school_id", "gift_date")
  INCLUDE ("amount_cents", "fund_id", "bank_id") WHERE "status" = 'completed' AND "gift_date" IS NOT NULL;
