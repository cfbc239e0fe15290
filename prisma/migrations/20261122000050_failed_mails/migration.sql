-- Mails that were given up, for the operator's view: few, whatever the outbox holds.
CREATE INDEX CONCURRENTLY "mail_failed" ON "mail" ("created_at") WHERE "status" = 'failed';
