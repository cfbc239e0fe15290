-- One gift per person and key.
CREATE UNIQUE INDEX CONCURRENTLY "donation_idempotency_key" ON "donation" ("cardholder_id", "idempotency_key")
  WHERE "idempotency_key" IS NOT NULL;
