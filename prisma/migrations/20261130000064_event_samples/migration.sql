-- A bank's samples, which it requested with a test, newest first. As small as their number.
CREATE INDEX CONCURRENTLY "event_sample" ON "event" ("bank_id", "created_at" DESC, "id" DESC)
  WHERE "only_to" IS NOT NULL;
