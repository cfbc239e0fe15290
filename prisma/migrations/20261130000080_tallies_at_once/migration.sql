-- Counts what a statement has changed with one statement for each table of tallies, not with one for each sum.

-- Adds to rows that no other transaction has locked, and adds rows where all are locked, as "tally" does for one sum.
CREATE FUNCTION "tallies"(of_list text, owners uuid[], statuses text[], counts bigint[]) RETURNS void
LANGUAGE sql AS $$
  WITH change AS MATERIALIZED (
    SELECT c.owner, c.status, c.count, t.id
    FROM unnest(owners, statuses, counts) AS c (owner, status, count)
    LEFT JOIN LATERAL (
      SELECT id FROM tally WHERE list = of_list AND owner = c.owner AND status = c.status
      LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    ) t ON true
  ), counted AS (
    UPDATE tally SET count = tally.count + change.count
    FROM change
    -- An array, here and below, so that every plan looks the rows up by key.
    WHERE tally.id = change.id AND tally.id = ANY (ARRAY(SELECT id FROM change))
  )
  INSERT INTO tally (list, owner, status, count)
  SELECT of_list, owner, status, count FROM change WHERE id IS NULL
$$;

CREATE FUNCTION "day_tallies"(of_list text, owners uuid[], parts text[], statuses text[], days date[], counts bigint[])
RETURNS void LANGUAGE sql AS $$
  WITH change AS MATERIALIZED (
    SELECT c.owner, c.part, c.status, c.day, c.count, t.id
    FROM unnest(owners, parts, statuses, days, counts) AS c (owner, part, status, day, count)
    LEFT JOIN LATERAL (
      SELECT id FROM day_tally
      WHERE list = of_list AND owner = c.owner AND part = c.part AND status = c.status AND day = c.day
      LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    ) t ON true
  ), counted AS (
    UPDATE day_tally SET count = day_tally.count + change.count
    FROM change
    WHERE day_tally.id = change.id AND day_tally.id = ANY (ARRAY(SELECT id FROM change))
  )
  INSERT INTO day_tally (list, owner, part, status, day, count)
  SELECT of_list, owner, part, status, day, count FROM change WHERE id IS NULL
$$;

CREATE OR REPLACE FUNCTION "tally_donations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tallies('donations', array_agg(bank_id), array_agg(status), array_agg(count))
    FROM (SELECT bank_id, status, count(*) FROM added GROUP BY 1, 2) change;
    PERFORM day_tallies('donations', array_agg(bank_id), array_agg(school_id), array_agg(status), array_agg(day),
      array_agg(count))
    FROM (
      SELECT bank_id, school_id, status, (created_at AT TIME ZONE 'UTC')::date AS day, count(*)
      FROM added GROUP BY 1, 2, 3, 4
    ) change;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tallies('donations', array_agg(bank_id), array_agg(status), array_agg(count))
    FROM (SELECT bank_id, status, -count(*) AS count FROM removed GROUP BY 1, 2) change;
    PERFORM day_tallies('donations', array_agg(bank_id), array_agg(school_id), array_agg(status), array_agg(day),
      array_agg(count))
    FROM (
      SELECT bank_id, school_id, status, (created_at AT TIME ZONE 'UTC')::date AS day, -count(*) AS count
      FROM removed GROUP BY 1, 2, 3, 4
    ) change;
  ELSE
    PERFORM tallies('donations', array_agg(bank_id), array_agg(status), array_agg(count))
    FROM (
      SELECT bank_id, status, sum(change)::bigint AS count FROM (
        SELECT bank_id, status, 1 AS change FROM added
        UNION ALL SELECT bank_id, status, -1 FROM removed
      ) row_change GROUP BY 1, 2 HAVING sum(change) <> 0
    ) change;
    PERFORM day_tallies('donations', array_agg(bank_id), array_agg(school_id), array_agg(status), array_agg(day),
      array_agg(count))
    FROM (
      SELECT bank_id, school_id, status, (created_at AT TIME ZONE 'UTC')::date AS day, sum(change)::bigint AS count FROM (
        SELECT bank_id, school_id, status, created_at, 1 AS change FROM added
        UNION ALL SELECT bank_id, school_id, status, created_at, -1 FROM removed
      ) row_change GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0
    ) change;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "tally_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tallies('events', array_agg(bank_id), array_agg(type), array_agg(count))
    FROM (SELECT bank_id, type, count(*) FROM added GROUP BY 1, 2) change;
    PERFORM day_tallies('events', array_agg(bank_id), array_agg(''::text), array_agg(type), array_agg(day),
      array_agg(count))
    FROM (
      SELECT bank_id, type, (created_at AT TIME ZONE 'UTC')::date AS day, count(*) FROM added GROUP BY 1, 2, 3
    ) change;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tallies('events', array_agg(bank_id), array_agg(type), array_agg(count))
    FROM (SELECT bank_id, type, -count(*) AS count FROM removed GROUP BY 1, 2) change;
    PERFORM day_tallies('events', array_agg(bank_id), array_agg(''::text), array_agg(type), array_agg(day),
      array_agg(count))
    FROM (
      SELECT bank_id, type, (created_at AT TIME ZONE 'UTC')::date AS day, -count(*) AS count FROM removed GROUP BY 1, 2, 3
    ) change;
  ELSE
    PERFORM day_tallies('events', array_agg(bank_id), array_agg(''::text), array_agg(type), array_agg(day),
      array_agg(count))
    FROM (
      SELECT bank_id, type, (created_at AT TIME ZONE 'UTC')::date AS day, sum(change)::bigint AS count FROM (
        SELECT bank_id, type, created_at, 1 AS change FROM added
        UNION ALL SELECT bank_id, type, created_at, -1 FROM removed
      ) row_change GROUP BY 1, 2, 3 HAVING sum(change) <> 0
    ) change;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "tally_deliveries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tallies('deliveries', array_agg(endpoint_id), array_agg(status), array_agg(count))
    FROM (SELECT endpoint_id, status, count(*) FROM added GROUP BY 1, 2) change;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tallies('deliveries', array_agg(endpoint_id), array_agg(status), array_agg(count))
    FROM (SELECT endpoint_id, status, -count(*) AS count FROM removed GROUP BY 1, 2) change;
  ELSE
    PERFORM tallies('deliveries', array_agg(endpoint_id), array_agg(status), array_agg(count))
    FROM (
      SELECT endpoint_id, status, sum(change)::bigint AS count FROM (
        SELECT endpoint_id, status, 1 AS change FROM added
        UNION ALL SELECT endpoint_id, status, -1 FROM removed
      ) row_change GROUP BY 1, 2 HAVING sum(change) <> 0
    ) change;
  END IF;
  RETURN NULL;
END $$;

-- safe: only the triggers above called it.
DROP FUNCTION "day_tally"(text, uuid, text, text, timestamptz, integer);
