-- What the whole bank API needs: exact totals at a constant price, the questions its lists ask, embed
-- sessions, and rate windows that processes share.

-- ── Totals ──────────────────────────────────────────────────────────────────────────────────────

-- How many rows of a list an owner has in a status: the sum over the rows here. They change in the
-- transaction that changes the list, so that they are exact at every moment.
CREATE TABLE "tally" (
  "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "list" text NOT NULL,
  "owner" uuid NOT NULL,
  "status" text NOT NULL,
  -- One row alone may be below zero: what one transaction adds another may take away elsewhere.
  "count" bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX "tally_of" ON "tally" ("list", "owner", "status");

-- Counts in a row that nobody else is holding, and makes one where all are held: no transaction ever
-- waits for another here, nor can two block each other. So there are as many rows as there have been
-- transactions at one moment.
CREATE FUNCTION "tally"(of_list text, of_owner uuid, of_status text, by_count integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tally SET count = count + by_count WHERE id = (
    SELECT id FROM tally WHERE list = of_list AND owner = of_owner AND status = of_status
    LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
  );
  IF NOT FOUND THEN
    INSERT INTO tally (list, owner, status, count) VALUES (of_list, of_owner, of_status, by_count);
  END IF;
END $$;

-- The same, finer: by the day (in UTC) on which a row was created and by the part of the list that it
-- belongs to (a donation's school), so that a range of time over a million rows adds up days.
CREATE TABLE "day_tally" (
  "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "list" text NOT NULL,
  "owner" uuid NOT NULL,
  "part" text NOT NULL,
  "status" text NOT NULL,
  "day" date NOT NULL,
  "count" bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX "day_tally_of" ON "day_tally" ("list", "owner", "part", "status", "day");

CREATE FUNCTION "day_tally"(of_list text, of_owner uuid, of_part text, of_status text,
  of_time timestamptz, by_count integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  of_day date := (of_time AT TIME ZONE 'UTC')::date;
BEGIN
  UPDATE day_tally SET count = count + by_count WHERE id = (
    SELECT id FROM day_tally
    WHERE list = of_list AND owner = of_owner AND part = of_part AND status = of_status
      AND day = of_day
    LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
  );
  IF NOT FOUND THEN
    INSERT INTO day_tally (list, owner, part, status, day, count)
    VALUES (of_list, of_owner, of_part, of_status, of_day, by_count);
  END IF;
END $$;

CREATE FUNCTION "tally_donation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM tally('donations', OLD.bank_id, OLD.status, -1);
    PERFORM day_tally('donations', OLD.bank_id, OLD.school_id, OLD.status, OLD.created_at, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM tally('donations', NEW.bank_id, NEW.status, 1);
    PERFORM day_tally('donations', NEW.bank_id, NEW.school_id, NEW.status, NEW.created_at, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "tally_donation" AFTER INSERT OR DELETE ON "donation"
  FOR EACH ROW EXECUTE FUNCTION "tally_donation"();
CREATE TRIGGER "tally_donation_status" AFTER UPDATE OF "status", "created_at" ON "donation"
  FOR EACH ROW WHEN (OLD.status <> NEW.status OR OLD.created_at <> NEW.created_at) EXECUTE FUNCTION "tally_donation"();

CREATE FUNCTION "tally_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM tally('accounts', OLD.bank_id, OLD.status, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM tally('accounts', NEW.bank_id, NEW.status, 1); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "tally_account" AFTER INSERT OR DELETE ON "account"
  FOR EACH ROW EXECUTE FUNCTION "tally_account"();
CREATE TRIGGER "tally_account_status" AFTER UPDATE OF "status" ON "account"
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION "tally_account"();

CREATE FUNCTION "tally_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM tally('events', OLD.bank_id, OLD.type, -1);
    PERFORM day_tally('events', OLD.bank_id, '', OLD.type, OLD.created_at, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM tally('events', NEW.bank_id, NEW.type, 1);
    PERFORM day_tally('events', NEW.bank_id, '', NEW.type, NEW.created_at, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "tally_event" AFTER INSERT OR DELETE ON "event"
  FOR EACH ROW EXECUTE FUNCTION "tally_event"();
CREATE TRIGGER "tally_event_time" AFTER UPDATE OF "created_at" ON "event"
  FOR EACH ROW WHEN (OLD.created_at <> NEW.created_at) EXECUTE FUNCTION "tally_event"();

CREATE FUNCTION "tally_delivery"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM tally('deliveries', OLD.endpoint_id, OLD.status, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM tally('deliveries', NEW.endpoint_id, NEW.status, 1); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "tally_delivery" AFTER INSERT OR DELETE ON "webhook_delivery"
  FOR EACH ROW EXECUTE FUNCTION "tally_delivery"();
CREATE TRIGGER "tally_delivery_status" AFTER UPDATE OF "status" ON "webhook_delivery"
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION "tally_delivery"();

INSERT INTO "tally" ("list", "owner", "status", "count")
SELECT 'donations', "bank_id", "status", count(*) FROM "donation" GROUP BY 2, 3
UNION ALL SELECT 'accounts', "bank_id", "status", count(*) FROM "account" GROUP BY 2, 3
UNION ALL SELECT 'events', "bank_id", "type", count(*) FROM "event" GROUP BY 2, 3
UNION ALL SELECT 'deliveries', "endpoint_id", "status", count(*) FROM "webhook_delivery" GROUP BY 2, 3;

INSERT INTO "day_tally" ("list", "owner", "part", "status", "day", "count")
SELECT 'donations', "bank_id", "school_id", "status", ("created_at" AT TIME ZONE 'UTC')::date, count(*)
FROM "donation" GROUP BY 2, 3, 4, 5
UNION ALL
SELECT 'events', "bank_id", '', "type", ("created_at" AT TIME ZONE 'UTC')::date, count(*)
FROM "event" GROUP BY 2, 3, 4, 5;

-- ── Lists ───────────────────────────────────────────────────────────────────────────────────────

-- A bank's donations in one status, newest first.
CREATE INDEX "donation_status" ON "donation" ("bank_id", "status", "created_at" DESC, "id" DESC);
-- A bank's donations to one school, newest first.
CREATE INDEX "donation_school" ON "donation" ("bank_id", "school_id", "created_at" DESC, "id" DESC);
-- A bank's events of one type, newest first.
CREATE INDEX "event_type" ON "event" ("bank_id", "type", "created_at" DESC, "id" DESC);
-- An endpoint's deliveries in one status, newest first.
CREATE INDEX "webhook_delivery_status" ON "webhook_delivery"
  ("endpoint_id", "status", "created_at" DESC, "id" DESC);

-- What the bank calls its endpoint.
ALTER TABLE "webhook_endpoint" ADD COLUMN "description" text
  CHECK (char_length("description") <= 255);

-- ── Embed sessions ──────────────────────────────────────────────────────────────────────────────

CREATE TABLE "embed_session" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id"),
  "account_id" uuid NOT NULL REFERENCES "account" ("id"),
  "school_id" text REFERENCES "school" ("id"),
  "fund_designation" text CHECK (char_length("fund_designation") BETWEEN 1 AND 255),
  "amount_cents" bigint CHECK ("amount_cents" > 0),
  "lock_amount" boolean NOT NULL,
  "lock_school" boolean NOT NULL,
  "return_url" text,
  "cancel_url" text,
  "theme" jsonb,
  "created_at" timestamptz(3) NOT NULL,
  "expires_at" timestamptz(3) NOT NULL,
  -- What is locked is there to be locked.
  CHECK (NOT "lock_amount" OR "amount_cents" IS NOT NULL),
  CHECK (NOT "lock_school" OR "school_id" IS NOT NULL)
);
-- Clearing away what nobody can open any more.
CREATE INDEX "embed_session_expired" ON "embed_session" ("expires_at");

-- ── Rate limits ─────────────────────────────────────────────────────────────────────────────────

-- Requests of each key in its present window, as processes tell one another. Columns as
-- rate-limiter-flexible wants them. Unlogged: after a crash everybody begins a new window.
CREATE UNLOGGED TABLE "rate_window" (
  "key" text NOT NULL PRIMARY KEY,
  "points" integer NOT NULL DEFAULT 0,
  -- Milliseconds since 1970.
  "expire" bigint
);
