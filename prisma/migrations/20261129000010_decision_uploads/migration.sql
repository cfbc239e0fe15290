-- Uploaded files of decisions, between their dry run and their confirmation. Only what counts is kept: no donors.
CREATE TABLE "decision_upload" (
  "id" uuid NOT NULL PRIMARY KEY,
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- The decisions with their lines in the file, and what is wrong with lines that have none.
  "decisions" jsonb NOT NULL,
  "problems" jsonb NOT NULL,
  -- What it did, once it was confirmed.
  "applied_at" timestamptz(3),
  "result" jsonb,
  CHECK (("applied_at" IS NULL) = ("result" IS NULL))
);
-- A school's latest, and retention.
CREATE INDEX "decision_upload_of_school" ON "decision_upload" ("school_id", "created_at" DESC);
CREATE INDEX "decision_upload_created" ON "decision_upload" ("created_at");
