-- The day that a confirmed gift counts as given on, in its foundation's time zone, where the foundation's rule was the day
-- of acceptance when the gift settled. Null: the day of its confirmation.
ALTER TABLE "donation" ADD COLUMN "gift_date" DATE;
-- The foundation's rule for gifts to come: the day of the confirmation (also if null), or of the acceptance.
ALTER TABLE "school_record" ADD COLUMN "gift_date" TEXT
  CONSTRAINT "school_record_gift_date" CHECK ("gift_date" IN ('confirmed', 'accepted'));
