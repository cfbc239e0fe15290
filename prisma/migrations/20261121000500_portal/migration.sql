-- Who a cardholder is, how they prove it, and what they keep with us.

-- ── Profile ─────────────────────────────────────────────────────────────────────────────────────

-- What the cardholder has said, as against what their banks say of them. Null: not said.
ALTER TABLE "cardholder"
  ADD COLUMN "phone" text CHECK (char_length("phone") <= 40),
  ADD COLUMN "preferred_school_id" text REFERENCES "school" ("id"),
  ADD COLUMN "preferred_fund" text CHECK (char_length("preferred_fund") BETWEEN 1 AND 255),
  ADD COLUMN "tax_receipt_email" text,
  ADD COLUMN "password_changed_at" timestamptz(3);

-- Null: as by default, whatever the default becomes.
CREATE TABLE "preference" (
  "cardholder_id" uuid NOT NULL PRIMARY KEY REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "email_campaign_updates" boolean,
  "email_donation_confirmation" boolean,
  "email_tax_receipt" boolean,
  "email_service_newsletter" boolean,
  "marketing_opt_in" boolean,
  "push_donation_confirmation" boolean,
  "push_school_campaigns" boolean,
  "sms_campaign_alerts" boolean,
  "sms_donation_confirmation" boolean,
  "updated_at" timestamptz(3) NOT NULL
);

CREATE TABLE "followed_school" (
  "cardholder_id" uuid NOT NULL REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "followed_at" timestamptz(3) NOT NULL,
  PRIMARY KEY ("cardholder_id", "school_id")
);

-- ── Sessions ────────────────────────────────────────────────────────────────────────────────────

-- What a cardholder recognises a session by.
ALTER TABLE "session_family"
  ADD COLUMN "user_agent" text,
  ADD COLUMN "last_used_at" timestamptz(3) NOT NULL DEFAULT now();

-- One row per refresh token that was handed out; only the SHA-256 of its 256 random bits is kept.
CREATE TABLE "refresh_token" (
  "token_hash" bytea NOT NULL PRIMARY KEY CHECK (octet_length("token_hash") = 32),
  "family_id" uuid NOT NULL REFERENCES "session_family" ("id") ON DELETE CASCADE,
  "issued_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- When it was first used. Again within the grace window: a race between tabs; later: theft.
  "rotated_at" timestamptz
);
-- Gone with their family.
CREATE INDEX "refresh_token_family" ON "refresh_token" ("family_id");

-- ── Passwords and second factors ────────────────────────────────────────────────────────────────

CREATE TABLE "reset_token" (
  "token_hash" bytea NOT NULL PRIMARY KEY CHECK (octet_length("token_hash") = 32),
  "cardholder_id" uuid NOT NULL REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "expires_at" timestamptz(3) NOT NULL,
  "used_at" timestamptz(3)
);
-- A new one ends those before it.
CREATE INDEX "reset_token_cardholder" ON "reset_token" ("cardholder_id");

CREATE TABLE "totp" (
  "cardholder_id" uuid NOT NULL PRIMARY KEY REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "key_id" text NOT NULL,
  "sealed_secret" bytea NOT NULL,
  -- Null while the cardholder has not yet shown a code: it asks for nothing until then.
  "confirmed_at" timestamptz(3),
  -- The time step of the last code that was taken: none up to it is taken again.
  "last_step" bigint,
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE "recovery_code" (
  "cardholder_id" uuid NOT NULL REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "code_hash" bytea NOT NULL CHECK (octet_length("code_hash") = 32),
  "used_at" timestamptz(3),
  PRIMARY KEY ("cardholder_id", "code_hash")
);

-- ── Receipts ────────────────────────────────────────────────────────────────────────────────────

-- What a foundation's receipts have to say of it. Never made up: null until it has told us.
ALTER TABLE "school"
  ADD COLUMN "ein" text CHECK ("ein" ~ '^\d{2}-\d{7}$'),
  ADD COLUMN "mailing_address" text CHECK (char_length("mailing_address") BETWEEN 1 AND 500);

-- The last number that a foundation's year has given out.
CREATE TABLE "receipt_counter" (
  "school_id" text NOT NULL REFERENCES "school" ("id"),
  "year" integer NOT NULL,
  "last_number" integer NOT NULL CHECK ("last_number" > 0),
  PRIMARY KEY ("school_id", "year")
);

-- Issued once and never changed: what it says is kept as it was said.
CREATE TABLE "receipt" (
  "donation_id" uuid NOT NULL PRIMARY KEY REFERENCES "donation" ("id"),
  "school_id" text NOT NULL REFERENCES "school" ("id"),
  "year" integer NOT NULL,
  "number" integer NOT NULL CHECK ("number" > 0),
  "issued_at" timestamptz(3) NOT NULL,
  "content" jsonb NOT NULL,
  -- When it was mailed without being asked for: once.
  "mailed_at" timestamptz(3)
);
-- No number is given out twice.
CREATE UNIQUE INDEX "receipt_number" ON "receipt" ("school_id", "year", "number");
