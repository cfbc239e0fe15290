-- A bank's donations by the time at which they ended, newest first: what was settled on a day.
CREATE INDEX CONCURRENTLY "donation_settled" ON "donation"
  ("bank_id", (coalesce("completed_at", "failed_at")) DESC, "id" DESC)
  WHERE "status" <> 'pending';
-- Mails that were given up, for the operator's view: few, whatever the outbox holds.
CREATE INDEX "mail_failed" ON "mail" ("created_at") WHERE "status" = 'failed';
