-- What schools had received at the last full hour. In production only this is shown, rounded down: live sums would show
-- one bank what the customers of the others give.
CREATE TABLE "public_school_total" (
  "school_id" text NOT NULL PRIMARY KEY REFERENCES "school" ("id") ON DELETE CASCADE,
  "donation_count" bigint NOT NULL,
  "donated_cents" bigint NOT NULL
);
INSERT INTO "public_school_total" ("school_id", "donation_count", "donated_cents")
SELECT "school_id", sum("donation_count"), sum("donated_cents") FROM "school_total" GROUP BY 1;
