-- What counts of a gift is its net amount; receipts that have become wrong are replaced; and the file of a school without an
-- API carries reversals.

-- ── Totals ──────────────────────────────────────────────────────────────────────────────────────

-- Reports read nothing but the index, which needs what was reversed, too.
-- safe: nothing has been released.
DROP INDEX "donation_confirmation_date";
-- safe: nothing has been released.
DROP INDEX "donation_gift_date";
-- safe: nothing has been released.
CREATE INDEX "donation_confirmation_date" ON "donation" ("school_id", "completed_at")
  INCLUDE ("amount_cents", "reversed_cents", "fund_id", "bank_id") WHERE "status" = 'completed' AND "gift_date" IS NULL;
-- safe: nothing has been released.
CREATE INDEX "donation_gift_date" ON "donation" ("school_id", "gift_date")
  INCLUDE ("amount_cents", "reversed_cents", "fund_id", "bank_id") WHERE "status" = 'completed' AND "gift_date" IS NOT NULL;

-- What ended on a day: canceled gifts, too.
-- safe: nothing has been released.
DROP INDEX "donation_settled";
-- safe: nothing has been released.
CREATE INDEX "donation_settled" ON "donation"
  ("bank_id", (coalesce("completed_at", "failed_at", "canceled_at")) DESC, "id" DESC)
  WHERE "status" <> 'pending';

-- ── Receipts ────────────────────────────────────────────────────────────────────────────────────

-- A gift has at most one receipt that isn't replaced.
-- safe: nothing has been released.
ALTER TABLE "receipt" DROP CONSTRAINT "receipt_pkey";
-- safe: nothing has been released.
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_pkey" PRIMARY KEY USING INDEX "receipt_number";
ALTER TABLE "receipt" ADD COLUMN "replaced_at" timestamptz(3);
-- safe: nothing has been released.
CREATE UNIQUE INDEX "receipt_in_force" ON "receipt" ("donation_id") WHERE "replaced_at" IS NULL;
-- safe: nothing has been released.
CREATE INDEX "receipt_replaced" ON "receipt" ("donation_id") WHERE "replaced_at" IS NOT NULL;

CREATE FUNCTION "receipt_is_final"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A receipt never changes: issue one that corrects it.' USING ERRCODE = 'restrict_violation';
END $$;
-- What it states. Whether it was emailed or replaced is beside it.
CREATE TRIGGER "receipt_is_final"
  BEFORE UPDATE OF "donation_id", "school_id", "year", "number", "issued_at", "content" ON "receipt"
  FOR EACH STATEMENT EXECUTE FUNCTION "receipt_is_final"();

-- ── Files ───────────────────────────────────────────────────────────────────────────────────────

-- A line is about a gift, or about a correction of one that the school has booked: then its amount is negative.
-- safe: nothing has been released.
ALTER TABLE "gift_batch_line" DROP CONSTRAINT "gift_batch_line_pkey";
-- safe: nothing has been released.
ALTER TABLE "gift_batch_line" DROP CONSTRAINT "gift_batch_line_amount_cents_check";
-- safe: nothing has been released.
ALTER TABLE "gift_batch_line" ALTER COLUMN "donation_id" DROP NOT NULL;
ALTER TABLE "gift_batch_line" ADD COLUMN "correction_id" uuid;
-- safe: nothing has been released.
ALTER TABLE "gift_batch_line" ADD COLUMN "id" uuid NOT NULL
  GENERATED ALWAYS AS (coalesce("donation_id", "correction_id")) STORED;
-- safe: nothing has been released.
ALTER TABLE "gift_batch_line"
  ADD CONSTRAINT "gift_batch_line_pkey" PRIMARY KEY ("id"),
  ADD CONSTRAINT "gift_batch_line_correction" FOREIGN KEY ("correction_id") REFERENCES "correction" ("id") ON DELETE CASCADE,
  ADD CONSTRAINT "gift_batch_line_subject" CHECK (num_nonnulls("donation_id", "correction_id") = 1),
  ADD CONSTRAINT "gift_batch_line_amount" CHECK (("amount_cents" > 0) = ("correction_id" IS NULL) AND "amount_cents" <> 0);
-- safe: nothing has been released.
CREATE UNIQUE INDEX "gift_batch_line_gift" ON "gift_batch_line" ("donation_id");
-- The few reversals of a batch, and by their numbers.
-- safe: nothing has been released.
CREATE INDEX "gift_batch_line_reversals" ON "gift_batch_line" ("batch_id") WHERE "correction_id" IS NOT NULL;
-- safe: nothing has been released.
CREATE UNIQUE INDEX "gift_batch_line_reversal_number" ON "gift_batch_line" ("gift_number"("correction_id"))
  WHERE "correction_id" IS NOT NULL;
-- safe: nothing has been released.
DROP INDEX "gift_batch_line_order";
-- safe: nothing has been released.
DROP INDEX "gift_batch_line_donor";
-- safe: nothing has been released.
DROP INDEX "gift_batch_line_undecided";
-- safe: nothing has been released.
CREATE INDEX "gift_batch_line_order" ON "gift_batch_line" ("batch_id", "id");
-- safe: nothing has been released.
CREATE INDEX "gift_batch_line_donor" ON "gift_batch_line" ("batch_id", "donor_number", "id");
-- safe: nothing has been released.
CREATE INDEX "gift_batch_line_undecided" ON "gift_batch_line" ("batch_id", "id") WHERE "decided_at" IS NULL;
-- A batch of reversals has a negative total.
-- safe: nothing has been released.
ALTER TABLE "gift_batch" DROP CONSTRAINT "gift_batch_amount_cents_check";
