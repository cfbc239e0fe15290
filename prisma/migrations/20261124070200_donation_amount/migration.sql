-- A bank's donations of one amount.
CREATE INDEX CONCURRENTLY "donation_amount" ON "donation" ("bank_id", "amount_cents", "created_at" DESC, "id" DESC);
