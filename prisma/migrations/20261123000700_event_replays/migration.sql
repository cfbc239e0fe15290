-- A replay of a range of events: worked off in batches by a durable function, which goes on from its
-- position. `pending` while it runs, as all work is that the sweep looks after.
CREATE TABLE "event_replay" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id"),
  -- To this endpoint alone; null: to all that are enabled.
  "endpoint_id" uuid REFERENCES "webhook_endpoint" ("id"),
  "from_at" timestamptz(3) NOT NULL,
  "to_at" timestamptz(3) NOT NULL,
  "status" text NOT NULL DEFAULT 'pending' CHECK ("status" IN ('pending', 'completed')),
  "events_total" integer NOT NULL,
  "events" integer NOT NULL DEFAULT 0,
  "deliveries" integer NOT NULL DEFAULT 0,
  -- The last event that has been asked for again.
  "position_at" timestamptz(3) NOT NULL,
  "position_id" uuid NOT NULL,
  "attempt_count" integer NOT NULL DEFAULT 0,
  "generation" integer NOT NULL DEFAULT 0,
  "next_attempt_at" timestamptz(3) NOT NULL DEFAULT now(),
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "completed_at" timestamptz(3)
);
-- A bank's latest: how many run, and which are old enough to be forgotten.
CREATE INDEX "event_replay_bank" ON "event_replay" ("bank_id", "created_at" DESC, "id" DESC);
-- The sweep's question.
CREATE INDEX "event_replay_pending" ON "event_replay" ("next_attempt_at") WHERE "status" = 'pending';
