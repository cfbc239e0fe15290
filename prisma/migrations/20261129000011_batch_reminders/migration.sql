-- The day on which a school's team was last reminded of gifts to confirm.
CREATE TABLE "batch_reminder" (
  "school_id" text NOT NULL PRIMARY KEY REFERENCES "school" ("id") ON DELETE CASCADE,
  "day" date NOT NULL
);
