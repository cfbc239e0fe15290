-- Gifts with a postal address, to clear it in time. Most gifts share none.
CREATE INDEX CONCURRENTLY "donation_shared_address" ON "donation" ("created_at")
  WHERE "encrypted_donor_address" IS NOT NULL;
