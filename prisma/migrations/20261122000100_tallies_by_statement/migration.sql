-- Totals are counted once for each statement, no longer for each row: a statement that settles fifty
-- donations of a bank changes each of its sums once.

-- What a statement has done to a list, one row for each of its own: `added` and `removed` are the
-- statement's rows as they are now and as they were before. Where nothing changes the sum is 0.
CREATE FUNCTION "tally_donations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tally('donations', bank_id, status, count(*)::int) FROM added GROUP BY bank_id, status;
    PERFORM day_tally('donations', bank_id, school_id, status, min(created_at), count(*)::int)
    FROM added GROUP BY bank_id, school_id, status, (created_at AT TIME ZONE 'UTC')::date;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tally('donations', bank_id, status, -count(*)::int) FROM removed GROUP BY bank_id, status;
    PERFORM day_tally('donations', bank_id, school_id, status, min(created_at), -count(*)::int)
    FROM removed GROUP BY bank_id, school_id, status, (created_at AT TIME ZONE 'UTC')::date;
  ELSE
    PERFORM tally('donations', bank_id, status, sum(change)::int) FROM (
      SELECT bank_id, status, 1 AS change FROM added
      UNION ALL SELECT bank_id, status, -1 FROM removed
    ) changes GROUP BY bank_id, status HAVING sum(change) <> 0;
    PERFORM day_tally('donations', bank_id, school_id, status, min(created_at), sum(change)::int) FROM (
      SELECT bank_id, school_id, status, created_at, 1 AS change FROM added
      UNION ALL SELECT bank_id, school_id, status, created_at, -1 FROM removed
    ) changes GROUP BY bank_id, school_id, status, (created_at AT TIME ZONE 'UTC')::date
    HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION "tally_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tally('events', bank_id, type, count(*)::int) FROM added GROUP BY bank_id, type;
    PERFORM day_tally('events', bank_id, '', type, min(created_at), count(*)::int)
    FROM added GROUP BY bank_id, type, (created_at AT TIME ZONE 'UTC')::date;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tally('events', bank_id, type, -count(*)::int) FROM removed GROUP BY bank_id, type;
    PERFORM day_tally('events', bank_id, '', type, min(created_at), -count(*)::int)
    FROM removed GROUP BY bank_id, type, (created_at AT TIME ZONE 'UTC')::date;
  ELSE
    PERFORM day_tally('events', bank_id, '', type, min(created_at), sum(change)::int) FROM (
      SELECT bank_id, type, created_at, 1 AS change FROM added
      UNION ALL SELECT bank_id, type, created_at, -1 FROM removed
    ) changes GROUP BY bank_id, type, (created_at AT TIME ZONE 'UTC')::date HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION "tally_deliveries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tally('deliveries', endpoint_id, status, count(*)::int)
    FROM added GROUP BY endpoint_id, status;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tally('deliveries', endpoint_id, status, -count(*)::int)
    FROM removed GROUP BY endpoint_id, status;
  ELSE
    PERFORM tally('deliveries', endpoint_id, status, sum(change)::int) FROM (
      SELECT endpoint_id, status, 1 AS change FROM added
      UNION ALL SELECT endpoint_id, status, -1 FROM removed
    ) changes GROUP BY endpoint_id, status HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;

-- With their triggers, and in one transaction with what takes their place: nothing is counted twice or
-- left out, whichever release the processes are of.
-- safe: no process calls it, and the triggers below count from the same moment on.
DROP FUNCTION "tally_donation"() CASCADE;
-- safe: as above.
DROP FUNCTION "tally_event"() CASCADE;
-- safe: as above.
DROP FUNCTION "tally_delivery"() CASCADE;

CREATE TRIGGER "tally_inserted" AFTER INSERT ON "donation" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_donations"();
CREATE TRIGGER "tally_deleted" AFTER DELETE ON "donation" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_donations"();
CREATE TRIGGER "tally_updated" AFTER UPDATE ON "donation" REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_donations"();

CREATE TRIGGER "tally_inserted" AFTER INSERT ON "event" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_events"();
CREATE TRIGGER "tally_deleted" AFTER DELETE ON "event" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_events"();
CREATE TRIGGER "tally_updated" AFTER UPDATE ON "event" REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_events"();

CREATE TRIGGER "tally_inserted" AFTER INSERT ON "webhook_delivery" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_deliveries"();
CREATE TRIGGER "tally_deleted" AFTER DELETE ON "webhook_delivery" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_deliveries"();
CREATE TRIGGER "tally_updated" AFTER UPDATE ON "webhook_delivery" REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_deliveries"();
