-- Schools whose platform has no API: their gifts are collected in batches, which they import as files and confirm.
ALTER TABLE "school"
  -- It confirms within this many business days; null where its platform answers at once.
  ADD COLUMN "confirmation_days" smallint,
  ADD CONSTRAINT "school_confirmation_days" CHECK ("confirmation_days" BETWEEN 1 AND 30) NOT VALID;

-- The end of a school's business day, this many business days after a time. A weekend counts as the Friday before it.
CREATE FUNCTION "confirmation_promise"(accepted_at timestamptz, time_zone text, days integer) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (local_day - (weekday - 1) + (least(weekday, 5) - 1 + days) / 5 * 7 + (least(weekday, 5) - 1 + days) % 5
    + time '17:00') AT TIME ZONE time_zone
  FROM (SELECT local_day, extract(isodow FROM local_day)::int AS weekday
    FROM (SELECT (accepted_at AT TIME ZONE time_zone)::date AS local_day) a) b
$$;

-- 60 bits that identify a donation where a UUID is too long (lib/donations/gift-number.ts).
CREATE FUNCTION "gift_number"(donation_id uuid) RETURNS bigint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ('x0' || left(encode(sha256(uuid_send(donation_id)), 'hex'), 15))::bit(64)::bigint
$$;

-- A school's settings for its batches; without a row, the defaults (lib/batches/settings.ts).
CREATE TABLE "batch_settings" (
  "school_id" text NOT NULL PRIMARY KEY REFERENCES "school" ("id") ON DELETE CASCADE,
  -- The hour of the school's day at which its open batch closes; null to close it only by hand.
  "close_hour" smallint CHECK ("close_hour" BETWEEN 0 AND 23),
  "settings" jsonb NOT NULL,
  "updated_at" timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE "gift_batch" (
  "id" uuid NOT NULL PRIMARY KEY,
  "school_id" text NOT NULL REFERENCES "school" ("id"),
  -- Counted per school.
  "number" integer NOT NULL CHECK ("number" > 0),
  "opened_at" timestamptz(3) NOT NULL DEFAULT now(),
  "closed_at" timestamptz(3),
  -- Set when it closes: what the school has to find, and the settings that its files are written with.
  "gift_count" integer CHECK ("gift_count" >= 0),
  "amount_cents" bigint CHECK ("amount_cents" >= 0),
  "settings" jsonb,
  CHECK (("closed_at" IS NULL) = ("gift_count" IS NULL)),
  CHECK (("closed_at" IS NULL) = ("amount_cents" IS NULL)),
  CHECK (("closed_at" IS NULL) = ("settings" IS NULL))
);
CREATE UNIQUE INDEX "gift_batch_number" ON "gift_batch" ("school_id", "number");
-- At most one open batch per school.
CREATE UNIQUE INDEX "gift_batch_open" ON "gift_batch" ("school_id") WHERE "closed_at" IS NULL;
-- A school's list, newest first.
CREATE INDEX "gift_batch_list" ON "gift_batch" ("school_id", "opened_at" DESC, "id" DESC);
-- For retention.
CREATE INDEX "gift_batch_closed" ON "gift_batch" ("closed_at") WHERE "closed_at" IS NOT NULL;

-- A gift in a batch: the primary key keeps it out of every other.
CREATE TABLE "gift_batch_line" (
  "donation_id" uuid NOT NULL PRIMARY KEY REFERENCES "donation" ("id") ON DELETE CASCADE,
  "batch_id" uuid NOT NULL REFERENCES "gift_batch" ("id") ON DELETE CASCADE,
  "amount_cents" bigint NOT NULL CHECK ("amount_cents" > 0),
  -- The donor's number at this school; null if nobody is known.
  "donor_number" text CHECK (char_length("donor_number") <= 20),
  -- What the school is told about the gift, as it was when the gift entered the batch.
  "gift" jsonb NOT NULL,
  -- The school's decision: a confirmation number, or the reason for a refusal.
  "decided_at" timestamptz(3),
  "decided_by" text,
  "confirmation_number" text CHECK (char_length("confirmation_number") BETWEEN 1 AND 120),
  "refusal_reason" text CHECK (char_length("refusal_reason") BETWEEN 1 AND 500),
  CHECK (("decided_at" IS NOT NULL) = (num_nonnulls("confirmation_number", "refusal_reason") = 1)),
  CHECK (num_nonnulls("confirmation_number", "refusal_reason") <= 1)
);
-- A batch's lines, in order; its donors; and the few that are undecided or refused.
CREATE INDEX "gift_batch_line_order" ON "gift_batch_line" ("batch_id", "donation_id");
CREATE INDEX "gift_batch_line_donor" ON "gift_batch_line" ("batch_id", "donor_number", "donation_id");
CREATE INDEX "gift_batch_line_undecided" ON "gift_batch_line" ("batch_id", "donation_id")
  WHERE "decided_at" IS NULL;
CREATE INDEX "gift_batch_line_refused" ON "gift_batch_line" ("batch_id") WHERE "refusal_reason" IS NOT NULL;
