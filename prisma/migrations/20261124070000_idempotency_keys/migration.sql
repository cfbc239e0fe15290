-- The key that a cardholder's client has given a gift, for as long as it counts.
ALTER TABLE "donation" ADD COLUMN "idempotency_key" TEXT;
