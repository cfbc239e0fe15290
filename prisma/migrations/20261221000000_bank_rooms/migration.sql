-- What a bank's own pages tell about a donation: the request that submitted it, and the key that authenticated it.
ALTER TABLE "donation" ADD COLUMN "key_id" TEXT;
ALTER TABLE "donation" ADD COLUMN "request_id" TEXT;
-- Whether its bank held it, or a review of its account did: the bank may release it.
ALTER TABLE "credit" ADD COLUMN "held_for_bank" BOOLEAN NOT NULL DEFAULT false;
