-- A redirect's new gift counts once the first gift's reversal has started it, and never if that was refused. Until then, what it
-- takes over counts with the first gift.
CREATE OR REPLACE FUNCTION "tally_giving"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO giving_tally AS t (cardholder_id, attributed, account_id, day, school_id, status, count, cents)
    SELECT cardholder_id, attributed, account_id, (created_at AT TIME ZONE 'UTC')::date,
      school_id, status, count(*), sum(amount_cents)
    FROM added WHERE cardholder_id IS NOT NULL AND waits_for IS NULL
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (cardholder_id, attributed, account_id, day, school_id, status)
    DO UPDATE SET count = t.count + excluded.count, cents = t.cents + excluded.cents;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO giving_tally AS t (cardholder_id, attributed, account_id, day, school_id, status, count, cents)
    SELECT cardholder_id, attributed, account_id, (created_at AT TIME ZONE 'UTC')::date,
      school_id, status, sum(change), sum(change * net_cents)
    FROM (
      SELECT cardholder_id, attributed, account_id, created_at, school_id, status, waits_for,
        amount_cents - reversed_cents AS net_cents, 1 AS change FROM added
      UNION ALL
      SELECT cardholder_id, attributed, account_id, created_at, school_id, status, waits_for,
        amount_cents - reversed_cents, -1 FROM removed
    ) changes WHERE cardholder_id IS NOT NULL AND waits_for IS NULL
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(change) <> 0 OR sum(change * net_cents) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (cardholder_id, attributed, account_id, day, school_id, status)
    DO UPDATE SET count = t.count + excluded.count, cents = t.cents + excluded.cents;
  ELSE
    INSERT INTO giving_tally AS t (cardholder_id, attributed, account_id, day, school_id, status, count, cents)
    SELECT cardholder_id, attributed, account_id, (created_at AT TIME ZONE 'UTC')::date,
      school_id, status, -count(*), -sum(amount_cents - reversed_cents)
    FROM removed WHERE cardholder_id IS NOT NULL AND waits_for IS NULL
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (cardholder_id, attributed, account_id, day, school_id, status)
    DO UPDATE SET count = t.count + excluded.count, cents = t.cents + excluded.cents;
  END IF;
  RETURN NULL;
END $$;

-- A school's list leaves them out. They are few.
-- safe: nothing has been released.
CREATE INDEX "donation_redirect_waits" ON "donation" ("school_id", "created_at") WHERE "waits_for" IS NOT NULL;
