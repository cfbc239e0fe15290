-- What a bank's team sets up itself: keys, webhooks, and a look at what was refused.

-- A key's name, what it may do, from where, and until when. No networks: from anywhere.
ALTER TABLE "api_key"
  ADD COLUMN "name" text NOT NULL DEFAULT 'API key',
  ADD COLUMN "scope" text NOT NULL DEFAULT 'full' CHECK ("scope" IN ('full', 'read', 'webhooks')),
  ADD COLUMN "networks" text[] NOT NULL DEFAULT '{}',
  ADD COLUMN "expires_at" timestamptz(3),
  -- Null while it waits for another admin. A key of an earlier release was released when it was issued.
  ADD COLUMN "released_at" timestamptz(3) DEFAULT now(),
  ADD COLUMN "created_by" text,
  -- The key that this one replaces, which keeps working for some hours once this one does.
  ADD COLUMN "replaces" text,
  ADD COLUMN "overlap_hours" integer,
  -- Recorded at most once a minute.
  ADD COLUMN "last_used_at" timestamptz(3),
  ADD COLUMN "last_used_address" text;

-- When the bank was told that its endpoint fails; null while it works.
ALTER TABLE "webhook_endpoint" ADD COLUMN "failing_emailed_at" timestamptz(3);

-- A delivery of what happened while its endpoint was disabled is skipped until it's replayed.
-- safe: the new constraint allows all that the old one did.
ALTER TABLE "webhook_delivery" DROP CONSTRAINT "webhook_delivery_status_check";
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_status_check"
  CHECK ("status" IN ('pending', 'delivered', 'dead', 'skipped')) NOT VALID;

-- Requests of a bank that were refused in the last days: why, never what was sent.
CREATE TABLE "refused_request" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id") ON DELETE CASCADE,
  "key_id" text NOT NULL,
  "request_id" text NOT NULL,
  -- The operation's name in the API reference.
  "operation" text NOT NULL,
  "status" integer NOT NULL,
  -- Null if the input was invalid, as its violations say.
  "code" text,
  "violations" jsonb NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX "refused_request_list" ON "refused_request" ("bank_id", "created_at" DESC, "id" DESC);
-- For retention.
CREATE INDEX "refused_request_created" ON "refused_request" ("created_at");
-- For retention.
-- safe: nothing has been released.
CREATE INDEX "webhook_delivery_skipped" ON "webhook_delivery" ("created_at") WHERE "status" = 'skipped';
