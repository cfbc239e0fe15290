-- A team's saved filters of its gift list.
CREATE TABLE "gift_view" (
  "id" uuid NOT NULL PRIMARY KEY,
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "name" text NOT NULL CHECK (char_length("name") BETWEEN 1 AND 60),
  -- The page's query parameters.
  "filter" jsonb NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "created_by" text NOT NULL
);
CREATE UNIQUE INDEX "gift_view_name" ON "gift_view" ("school_id", "name");

-- When a gift entered its batch; null for those that did before this was recorded.
ALTER TABLE "gift_batch_line" ADD COLUMN "entered_at" timestamptz(3);
ALTER TABLE "gift_batch_line" ALTER COLUMN "entered_at" SET DEFAULT now();
