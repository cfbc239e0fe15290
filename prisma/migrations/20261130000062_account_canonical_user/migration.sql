-- A bank's user has one account. It supersedes "account_bank_user", by which the previous release finds accounts.
CREATE UNIQUE INDEX CONCURRENTLY "account_user_key" ON "account"
  ("bank_id", "reference_key"("bank_user_id", "canonical_key"));
