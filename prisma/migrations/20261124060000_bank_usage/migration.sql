-- What a bank may store a day; null for the default.
ALTER TABLE "bank" ADD COLUMN "max_daily_rows" bigint CHECK ("max_daily_rows" > 0);
ALTER TABLE "bank" ADD COLUMN "max_daily_bytes" bigint CHECK ("max_daily_bytes" > 0);
-- What a bank has stored on a day (UTC), as processes have counted it.
CREATE TABLE "bank_usage" (
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id") ON DELETE CASCADE,
  "day" date NOT NULL,
  "row_count" bigint NOT NULL,
  "byte_count" bigint NOT NULL,
  PRIMARY KEY ("bank_id", "day")
);
-- Who has stored the most today; what retention deletes.
CREATE INDEX "bank_usage_day" ON "bank_usage" ("day", "byte_count" DESC);
