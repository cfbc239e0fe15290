-- A school's confirmed gifts by when they were confirmed, for its reports, which read nothing but the index.
CREATE INDEX CONCURRENTLY "donation_confirmed" ON "donation" ("school_id", "completed_at")
  INCLUDE ("amount_cents", "fund_id", "bank_id") WHERE "status" = 'completed';
