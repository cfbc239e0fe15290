-- What a person has given: how many gifts and how much, for each account, day (UTC), school, and status.
-- Their pages add up a few of these rows instead of every gift.
CREATE TABLE "giving_tally" (
  "cardholder_id" uuid NOT NULL,
  -- Whether they count as the person's own. When a link is accepted, its gifts move from one to the other.
  "attributed" boolean NOT NULL,
  "account_id" uuid NOT NULL,
  "day" date NOT NULL,
  "school_id" text NOT NULL,
  "status" text NOT NULL,
  "count" bigint NOT NULL,
  "cents" bigint NOT NULL,
  PRIMARY KEY ("cardholder_id", "attributed", "account_id", "day", "school_id", "status")
) WITH (fillfactor = 50);

-- Counted once for each statement, like a bank's lists. A row is locked until the transaction ends, but only gifts of
-- one account share it, and those lock their account, too. The order keeps two statements from blocking each other.
CREATE FUNCTION "tally_giving"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO giving_tally AS t (cardholder_id, attributed, account_id, day, school_id, status, count, cents)
    SELECT cardholder_id, attributed, account_id, (created_at AT TIME ZONE 'UTC')::date,
      school_id, status, count(*), sum(amount_cents)
    FROM added WHERE cardholder_id IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (cardholder_id, attributed, account_id, day, school_id, status)
    DO UPDATE SET count = t.count + excluded.count, cents = t.cents + excluded.cents;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO giving_tally AS t (cardholder_id, attributed, account_id, day, school_id, status, count, cents)
    SELECT cardholder_id, attributed, account_id, (created_at AT TIME ZONE 'UTC')::date,
      school_id, status, sum(change), sum(change * amount_cents)
    FROM (
      SELECT cardholder_id, attributed, account_id, created_at, school_id, status, amount_cents, 1 AS change FROM added
      UNION ALL
      SELECT cardholder_id, attributed, account_id, created_at, school_id, status, amount_cents, -1 FROM removed
    ) changes WHERE cardholder_id IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(change) <> 0 OR sum(change * amount_cents) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (cardholder_id, attributed, account_id, day, school_id, status)
    DO UPDATE SET count = t.count + excluded.count, cents = t.cents + excluded.cents;
  ELSE
    INSERT INTO giving_tally AS t (cardholder_id, attributed, account_id, day, school_id, status, count, cents)
    SELECT cardholder_id, attributed, account_id, (created_at AT TIME ZONE 'UTC')::date,
      school_id, status, -count(*), -sum(amount_cents)
    FROM removed WHERE cardholder_id IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (cardholder_id, attributed, account_id, day, school_id, status)
    DO UPDATE SET count = t.count + excluded.count, cents = t.cents + excluded.cents;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "tally_giving_inserted" AFTER INSERT ON "donation" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_giving"();
CREATE TRIGGER "tally_giving_deleted" AFTER DELETE ON "donation" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_giving"();
CREATE TRIGGER "tally_giving_updated" AFTER UPDATE ON "donation" REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_giving"();

INSERT INTO "giving_tally" ("cardholder_id", "attributed", "account_id", "day", "school_id", "status", "count", "cents")
SELECT "cardholder_id", "attributed", "account_id", ("created_at" AT TIME ZONE 'UTC')::date, "school_id", "status",
  count(*), sum("amount_cents")
FROM "donation" WHERE "cardholder_id" IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6;
