-- The day that a gift counts as given on, in its foundation's time zone, as decided when it settled. Null until then, and
-- for gifts that settled before it was stored, which count on the day of their confirmation.
ALTER TABLE "donation" ADD COLUMN "gift_date" DATE;
-- Which day that is: of the confirmation (also if null), or of the acceptance.
ALTER TABLE "school_record" ADD COLUMN "gift_date" TEXT
  CONSTRAINT "school_record_gift_date" CHECK ("gift_date" IN ('confirmed', 'accepted'));
