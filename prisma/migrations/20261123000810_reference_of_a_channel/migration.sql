-- A reference is a bank's own only among what its servers submit: `embed:<session id>`, which a bank can guess,
-- must not take the place of the session's donation.
CREATE UNIQUE INDEX CONCURRENTLY "donation_channel_reference" ON "donation" ("bank_id", "bank_transaction_ref", "channel");
