-- A bank's donations by the time at which they ended, newest first: what was settled on a day.
CREATE INDEX CONCURRENTLY "donation_settled" ON "donation"
  ("bank_id", (coalesce("completed_at", "failed_at")) DESC, "id" DESC)
  WHERE "status" <> 'pending';
