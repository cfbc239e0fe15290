-- A bank's own list of a period's gifts, compared with ours. The list itself isn't kept: only where the two differ.
CREATE TABLE "comparison" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id") ON DELETE CASCADE,
  "first_day" date NOT NULL,
  "last_day" date NOT NULL,
  "in_both" integer NOT NULL,
  "different" integer NOT NULL,
  "only_ours" integer NOT NULL,
  "only_yours" integer NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX "comparison_list" ON "comparison" ("bank_id", "created_at" DESC, "id" DESC);
-- For retention.
CREATE INDEX "comparison_created" ON "comparison" ("created_at");

CREATE TABLE "comparison_difference" (
  "comparison_id" uuid NOT NULL REFERENCES "comparison" ("id") ON DELETE CASCADE,
  "position" integer NOT NULL,
  "kind" text NOT NULL CHECK ("kind" IN ('different', 'only_ours', 'only_yours')),
  "reason" text NOT NULL,
  "bank_transaction_ref" text NOT NULL,
  "line" integer,
  "donation_id" uuid,
  -- As the API shows them.
  "ours" jsonb,
  "yours" jsonb,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("comparison_id", "position")
);
-- For retention.
CREATE INDEX "comparison_difference_created" ON "comparison_difference" ("created_at");
