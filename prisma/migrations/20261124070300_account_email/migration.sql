-- A bank's accounts by email address, in any case.
CREATE INDEX CONCURRENTLY "account_email" ON "account" ("bank_id", lower("email"));
