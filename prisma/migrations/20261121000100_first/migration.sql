-- The first schema. Constraints repeat the interface's limits, so that no path, however new, can
-- store what the interface forbids. Every index says which question it answers.

-- ── Tenants ─────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "bank" (
  "id" uuid NOT NULL PRIMARY KEY,
  "name" text NOT NULL CHECK (char_length("name") BETWEEN 1 AND 255),
  "contact_email" text,
  "embed_origins" text[] NOT NULL DEFAULT '{}',
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE "api_key" (
  "key_id" text NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id") ON DELETE CASCADE,
  "environment" text NOT NULL CHECK ("environment" IN ('sandbox', 'production')),
  -- SHA-256 of the secret: it is 256 random bits, so a slow hash would add nothing.
  "secret_hash" bytea NOT NULL CHECK (octet_length("secret_hash") = 32),
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "revoked_at" timestamptz(3)
);
-- The operator's list of a bank's keys.
CREATE INDEX "api_key_bank" ON "api_key" ("bank_id");

CREATE TABLE "loyalty_program" (
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id") ON DELETE CASCADE,
  "program_id" text NOT NULL CHECK (char_length("program_id") BETWEEN 1 AND 64),
  "name" text NOT NULL,
  "points_per_dollar" double precision NOT NULL CHECK ("points_per_dollar" > 0),
  PRIMARY KEY ("bank_id", "program_id")
);

-- ── Schools ─────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "school" (
  "id" text NOT NULL PRIMARY KEY CHECK ("id" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  "name" text NOT NULL,
  "university" text NOT NULL,
  "nickname" text NOT NULL,
  "city" text NOT NULL,
  "state" text NOT NULL CHECK ("state" ~ '^[A-Z]{2}$'),
  "conference" text NOT NULL,
  "website_url" text,
  "description" text,
  "foundation_name" text NOT NULL,
  "time_zone" text NOT NULL,
  "colors" text[] NOT NULL CHECK (cardinality("colors") >= 1),
  "minimum_donation_cents" bigint NOT NULL CHECK ("minimum_donation_cents" > 0),
  "active" boolean NOT NULL DEFAULT true,
  -- Both are made by lib/text.ts: the name to sort by, and what search looks through.
  "sort_key" text NOT NULL,
  "search_text" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
-- Lists run by name, then id; the cursor continues from any such pair.
CREATE INDEX "school_list" ON "school" ("sort_key", "id");

CREATE TABLE "fund" (
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "fund_id" text NOT NULL CHECK ("fund_id" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  "name" text NOT NULL,
  "description" text NOT NULL,
  "deductibility" text NOT NULL CHECK ("deductibility" IN ('full', 'quid_pro_quo', 'none')),
  "good_faith_value_cents" bigint CHECK ("good_faith_value_cents" > 0),
  -- Scope at the platform, where the fund has one.
  "attraction_id" text,
  "venue_id" text,
  "position" integer NOT NULL,
  PRIMARY KEY ("school_id", "fund_id"),
  CHECK (("deductibility" = 'quid_pro_quo') = ("good_faith_value_cents" IS NOT NULL))
);

CREATE TABLE "school_total" (
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "slot" smallint NOT NULL,
  "donation_count" bigint NOT NULL CHECK ("donation_count" >= 0),
  "donated_cents" bigint NOT NULL CHECK ("donated_cents" >= 0),
  PRIMARY KEY ("school_id", "slot")
);

CREATE TABLE "platform_config" (
  "school_id" text NOT NULL PRIMARY KEY REFERENCES "school" ("id") ON DELETE CASCADE,
  "adapter" text NOT NULL,
  "key_id" text NOT NULL,
  "sealed" bytea NOT NULL,
  "updated_at" timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE "platform_account" (
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "email_key" text NOT NULL,
  "platform_account_id" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("school_id", "email_key")
);

-- ── People ──────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "cardholder" (
  "id" uuid NOT NULL PRIMARY KEY,
  "email" text NOT NULL,
  "email_key" text NOT NULL,
  "display_name" text,
  "password_hash" text,
  "role" text NOT NULL DEFAULT 'cardholder',
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
-- One identity per address, compared without case; also how a sign-in finds it.
CREATE UNIQUE INDEX "cardholder_email_key" ON "cardholder" ("email_key");

CREATE TABLE "session_family" (
  "id" uuid NOT NULL PRIMARY KEY,
  "cardholder_id" uuid NOT NULL REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(3) NOT NULL,
  "revoked_at" timestamptz(3)
);
-- A cardholder's sessions, to show or to end.
CREATE INDEX "session_family_cardholder" ON "session_family" ("cardholder_id");

CREATE TABLE "account" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id"),
  "bank_user_id" text NOT NULL CHECK (char_length("bank_user_id") BETWEEN 1 AND 128),
  "cardholder_id" uuid NOT NULL REFERENCES "cardholder" ("id"),
  "email" text NOT NULL,
  "display_name" text NOT NULL CHECK (char_length("display_name") BETWEEN 1 AND 255),
  "phone" text,
  "tax_receipt_email" text,
  "loyalty_program_id" text NOT NULL CHECK (char_length("loyalty_program_id") BETWEEN 1 AND 64),
  "preferred_school_id" text REFERENCES "school" ("id"),
  "preferred_fund" text,
  "metadata" jsonb,
  "redirect_uri" text,
  "status" text NOT NULL CHECK ("status" IN ('active', 'pending_oauth', 'unlinked')),
  "linked_at" timestamptz(3) NOT NULL,
  "last_active_at" timestamptz(3) NOT NULL,
  "unlinked_at" timestamptz(3),
  "unlink_reason" text CHECK ("unlink_reason" IN
    ('cardholder_request', 'bank_policy', 'fraud_review', 'account_closure')),
  "donation_count" integer NOT NULL DEFAULT 0 CHECK ("donation_count" >= 0),
  "lifetime_donated_cents" bigint NOT NULL DEFAULT 0 CHECK ("lifetime_donated_cents" >= 0),
  CHECK (("status" = 'unlinked') = ("unlinked_at" IS NOT NULL))
);
-- A bank's user has one account, however often and in however many requests at once it is linked.
CREATE UNIQUE INDEX "account_bank_user" ON "account" ("bank_id", "bank_user_id");
-- The bank's list by status, newest first.
CREATE INDEX "account_list" ON "account" ("bank_id", "status", "linked_at" DESC, "id" DESC);
-- All accounts of one person, for the portal.
CREATE INDEX "account_cardholder" ON "account" ("cardholder_id");

-- ── Donations ───────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "donation" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id"),
  "account_id" uuid REFERENCES "account" ("id"),
  "school_id" text NOT NULL REFERENCES "school" ("id"),
  "fund_id" text,
  "fund_designation" text NOT NULL CHECK (char_length("fund_designation") BETWEEN 1 AND 255),
  "amount_cents" bigint NOT NULL CHECK ("amount_cents" > 0),
  "points_redeemed" bigint NOT NULL CHECK ("points_redeemed" >= 0),
  "points_per_dollar" double precision CHECK ("points_per_dollar" > 0),
  "bank_transaction_ref" text NOT NULL CHECK (char_length("bank_transaction_ref") BETWEEN 1 AND 255),
  "request_hash" bytea NOT NULL,
  "channel" text NOT NULL CHECK ("channel" IN ('bank', 'portal', 'embed')),
  "loyalty_program_id" text,
  "cardholder_message" text CHECK (char_length("cardholder_message") <= 500),
  "notify_cardholder" boolean NOT NULL,
  "metadata" jsonb,
  "recurring" boolean NOT NULL,
  "recurrence_cadence" text CHECK ("recurrence_cadence" IN ('monthly', 'quarterly')),
  "status" text NOT NULL CHECK ("status" IN ('pending', 'completed', 'failed')),
  "failure_reason" text,
  "sequence" integer NOT NULL DEFAULT 0,
  "created_at" timestamptz(3) NOT NULL,
  "estimated_confirmation_at" timestamptz(3) NOT NULL,
  "completed_at" timestamptz(3),
  "failed_at" timestamptz(3),
  -- A status and the time that goes with it change together or not at all.
  CHECK (("status" = 'completed') = ("completed_at" IS NOT NULL)),
  CHECK (("status" = 'failed') = ("failed_at" IS NOT NULL AND "failure_reason" IS NOT NULL)),
  FOREIGN KEY ("school_id", "fund_id") REFERENCES "fund" ("school_id", "fund_id")
);
-- The idempotency key: the one thing that keeps a bank's retry from becoming a second donation.
CREATE UNIQUE INDEX "donation_reference" ON "donation" ("bank_id", "bank_transaction_ref");
-- A bank's list, newest first.
CREATE INDEX "donation_list" ON "donation" ("bank_id", "created_at" DESC, "id" DESC);
-- A cardholder's list, newest first.
CREATE INDEX "donation_account" ON "donation" ("account_id", "created_at" DESC, "id" DESC);
-- What is still on its way: small, whatever the table holds.
CREATE INDEX "donation_pending" ON "donation" ("created_at") WHERE "status" = 'pending';

CREATE TABLE "credit" (
  "donation_id" uuid NOT NULL PRIMARY KEY REFERENCES "donation" ("id") ON DELETE CASCADE,
  "status" text NOT NULL CHECK ("status" IN ('pending', 'credited', 'refused')),
  "platform_credit_id" text,
  "platform_status" text,
  "attempt_count" integer NOT NULL DEFAULT 0,
  "last_attempted_at" timestamptz(3),
  "last_error" text,
  "flagged_at" timestamptz(3),
  "settled_at" timestamptz(3),
  CHECK (("status" = 'credited') = ("platform_credit_id" IS NOT NULL)),
  CHECK (("status" = 'pending') = ("settled_at" IS NULL))
);
-- What an operator has to look at.
CREATE INDEX "credit_flagged" ON "credit" ("flagged_at") WHERE "flagged_at" IS NOT NULL;

-- ── Events to the bank ──────────────────────────────────────────────────────────────────────────

CREATE TABLE "event" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id"),
  "donation_id" uuid REFERENCES "donation" ("id"),
  "type" text NOT NULL,
  "sequence" integer NOT NULL,
  -- Text, not jsonb: a signature covers bytes, and every retry and replay sends the same ones.
  "body" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL
);
-- A donation tells each step of its life once.
CREATE UNIQUE INDEX "event_donation_sequence" ON "event" ("donation_id", "sequence");
-- A bank's list of events, newest first.
CREATE INDEX "event_list" ON "event" ("bank_id", "created_at" DESC, "id" DESC);

CREATE TABLE "webhook_endpoint" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id"),
  "url" text NOT NULL,
  "status" text NOT NULL DEFAULT 'enabled' CHECK ("status" IN ('enabled', 'disabled', 'deleted')),
  "disabled_reason" text,
  "secret_key_id" text NOT NULL,
  "sealed_secret" bytea NOT NULL,
  "previous_secret_key_id" text,
  "sealed_previous_secret" bytea,
  "previous_secret_expires_at" timestamptz(3),
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (("sealed_previous_secret" IS NULL) = ("previous_secret_expires_at" IS NULL))
);
-- Where an event of this bank has to go.
CREATE INDEX "webhook_endpoint_bank" ON "webhook_endpoint" ("bank_id");

CREATE TABLE "webhook_delivery" (
  "id" uuid NOT NULL PRIMARY KEY,
  "event_id" uuid NOT NULL REFERENCES "event" ("id"),
  "endpoint_id" uuid NOT NULL REFERENCES "webhook_endpoint" ("id"),
  "status" text NOT NULL DEFAULT 'pending' CHECK ("status" IN ('pending', 'delivered', 'dead')),
  "attempt_count" integer NOT NULL DEFAULT 0,
  "created_at" timestamptz(3) NOT NULL,
  "settled_at" timestamptz(3),
  CHECK (("status" = 'pending') = ("settled_at" IS NULL))
);
-- An event goes to an endpoint once, whatever runs twice.
CREATE UNIQUE INDEX "webhook_delivery_once" ON "webhook_delivery" ("event_id", "endpoint_id");
-- An endpoint's deliveries, newest first.
CREATE INDEX "webhook_delivery_list" ON "webhook_delivery" ("endpoint_id", "created_at" DESC, "id" DESC);

CREATE TABLE "webhook_attempt" (
  "id" bigserial NOT NULL PRIMARY KEY,
  "delivery_id" uuid NOT NULL REFERENCES "webhook_delivery" ("id"),
  "attempted_at" timestamptz(3) NOT NULL,
  "response_code" integer,
  "response_body" text,
  "error" text,
  "latency_ms" integer NOT NULL CHECK ("latency_ms" >= 0)
);
-- A delivery's attempts in order.
CREATE INDEX "webhook_attempt_delivery" ON "webhook_attempt" ("delivery_id", "id");

-- ── Jobs ────────────────────────────────────────────────────────────────────────────────────────

-- Rows live for milliseconds; ids are time-ordered, so the primary key is also the queue's order.
CREATE TABLE "outbox" (
  "id" uuid NOT NULL PRIMARY KEY,
  "name" text NOT NULL,
  "data" jsonb NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);

-- ── Operators ───────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "audit_entry" (
  "id" bigserial NOT NULL PRIMARY KEY,
  "at" timestamptz(3) NOT NULL DEFAULT now(),
  "actor" text NOT NULL,
  "action" text NOT NULL,
  "subject" text NOT NULL,
  "bank_id" uuid,
  "details" jsonb
);
-- The log in order of time.
CREATE INDEX "audit_entry_at" ON "audit_entry" ("at");

-- ── The sandbox's stub platform ─────────────────────────────────────────────────────────────────
-- No foreign keys into our own tables: a platform knows nothing of them.

CREATE TABLE "stub_fan" (
  "id" text NOT NULL PRIMARY KEY,
  "school_id" text NOT NULL,
  "email_key" text NOT NULL
);
-- One fan account per address and school, whoever asks first.
CREATE UNIQUE INDEX "stub_fan_once" ON "stub_fan" ("school_id", "email_key");

CREATE TABLE "stub_credit" (
  "id" text NOT NULL PRIMARY KEY,
  "partner_reference" text NOT NULL,
  "school_id" text NOT NULL,
  "fan_id" text NOT NULL,
  "amount_cents" bigint NOT NULL CHECK ("amount_cents" > 0),
  "instruction" jsonb NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
-- One credit per partner reference: the platform's own guard against crediting twice.
CREATE UNIQUE INDEX "stub_credit_once" ON "stub_credit" ("partner_reference");
-- The sandbox page shows the latest.
CREATE INDEX "stub_credit_at" ON "stub_credit" ("created_at");

CREATE TABLE "stub_fault" (
  "partner_reference" text NOT NULL PRIMARY KEY,
  "request_count" integer NOT NULL,
  "released" boolean NOT NULL DEFAULT false
);

CREATE TABLE "sandbox_inbox" (
  "id" bigserial NOT NULL PRIMARY KEY,
  "webhook_id" text NOT NULL,
  "verified" boolean NOT NULL,
  "body" text NOT NULL,
  "received_at" timestamptz(3) NOT NULL DEFAULT now()
);
-- The sandbox page shows the latest.
CREATE INDEX "sandbox_inbox_at" ON "sandbox_inbox" ("received_at");
