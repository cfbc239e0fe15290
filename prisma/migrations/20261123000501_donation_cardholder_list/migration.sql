-- A cardholder's own donations, newest first.
CREATE INDEX CONCURRENTLY "donation_cardholder" ON "donation"
  ("cardholder_id", "created_at" DESC, "id" DESC);
