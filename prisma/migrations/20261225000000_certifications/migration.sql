-- A bank's integration, tried in the sandbox.
CREATE TABLE "certification" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id") ON DELETE CASCADE,
  "endpoint_id" uuid NOT NULL REFERENCES "webhook_endpoint" ("id") ON DELETE CASCADE,
  "seed" integer NOT NULL,
  "probe_url" text NOT NULL,
  "app_urls" text[] NOT NULL,
  -- What is to be tried, in this order.
  "steps" text[] NOT NULL,
  -- What has been tried, as the API shows it.
  "results" jsonb NOT NULL DEFAULT '[]',
  "status" text NOT NULL DEFAULT 'running' CHECK ("status" IN ('running', 'passed', 'failed')),
  -- The customer that the run links; null before.
  "account_id" uuid,
  "client_version" text,
  "report" text,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "ended_at" timestamptz(3)
);
-- One at a time.
CREATE UNIQUE INDEX "certification_running" ON "certification" ("bank_id") WHERE "status" = 'running';
CREATE INDEX "certification_list" ON "certification" ("bank_id", "created_at" DESC, "id" DESC);
CREATE INDEX "certification_endpoint" ON "certification" ("endpoint_id");
-- For retention.
CREATE INDEX "certification_created" ON "certification" ("created_at");

-- The gifts that the bank is asked to give, told apart by their amounts.
CREATE TABLE "certification_gift" (
  "id" uuid NOT NULL PRIMARY KEY,
  "certification_id" uuid NOT NULL REFERENCES "certification" ("id") ON DELETE CASCADE,
  "amount_cents" bigint NOT NULL,
  "points" bigint NOT NULL,
  -- What becomes of the bank's first requests, in order.
  "faults" text[] NOT NULL,
  -- The requests: when, with which key and reference. Never their bodies or secrets.
  "tries" jsonb NOT NULL DEFAULT '[]',
  UNIQUE ("certification_id", "amount_cents")
);

-- The last report of a bank that this service has accepted, from its sandbox.
CREATE TABLE "bank_certification" (
  "bank_id" uuid NOT NULL PRIMARY KEY REFERENCES "bank" ("id") ON DELETE CASCADE,
  "report" text NOT NULL,
  "certified_at" timestamptz(3) NOT NULL,
  "recorded_at" timestamptz(3) NOT NULL DEFAULT now()
);
