-- A person's accounts by status, the latest linked first: how many there are now, and the latest of
-- those that are no more, however many a bank has linked and unlinked.
CREATE INDEX CONCURRENTLY "account_person" ON "account"
  ("cardholder_id", "status", "linked_at" DESC, "id" DESC);
