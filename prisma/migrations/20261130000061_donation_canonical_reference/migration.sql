-- The idempotency key. It supersedes "donation_channel_reference", by which the previous release finds donations.
CREATE UNIQUE INDEX CONCURRENTLY "donation_reference_key" ON "donation"
  ("bank_id", "reference_key"("bank_transaction_ref", "canonical_key"), "channel");
