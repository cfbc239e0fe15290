-- Gifts whose donors the school has thanked.
CREATE TABLE "acknowledgment" (
  "donation_id" uuid NOT NULL PRIMARY KEY REFERENCES "donation" ("id") ON DELETE CASCADE,
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "thanked_at" timestamptz(3) NOT NULL DEFAULT now(),
  "thanked_by" text NOT NULL
);
-- A school's, latest first.
CREATE INDEX "acknowledgment_list" ON "acknowledgment" ("school_id", "thanked_at" DESC, "donation_id" DESC);
