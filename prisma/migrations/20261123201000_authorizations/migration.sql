-- Where a bank approves or declines the gifts of its customers, and what signs the requests.
CREATE TABLE "authorization_address" (
  "bank_id" uuid NOT NULL PRIMARY KEY REFERENCES "bank" ("id") ON DELETE CASCADE,
  "url" text NOT NULL,
  "secret_key_id" text NOT NULL,
  "sealed_secret" bytea NOT NULL,
  "previous_secret_key_id" text,
  "sealed_previous_secret" bytea,
  "previous_secret_expires_at" timestamptz(3),
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
-- A bank's permission for one gift. `used` is set in the statement that accepts the gift.
CREATE TABLE "gift_authorization" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id"),
  "account_id" uuid NOT NULL REFERENCES "account" ("id"),
  -- The ID that the donation has once it exists.
  "donation_id" uuid NOT NULL,
  "status" text NOT NULL DEFAULT 'requested'
    CHECK ("status" IN ('requested', 'approved', 'declined', 'expired', 'used')),
  "school_id" text NOT NULL,
  "loyalty_program_id" text,
  "channel" text NOT NULL CHECK ("channel" IN ('portal', 'embed')),
  "amount_cents" bigint NOT NULL CHECK ("amount_cents" > 0),
  "points" bigint NOT NULL CHECK ("points" >= 0),
  "hold_reference" text CHECK (length("hold_reference") <= 255),
  "reason" text CHECK (length("reason") <= 255),
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "decided_at" timestamptz(3),
  "expires_at" timestamptz(3) NOT NULL
);
-- One at a time for a gift: a confirmation that is repeated finds it, and asks under the same ID.
CREATE UNIQUE INDEX "gift_authorization_live" ON "gift_authorization" ("donation_id")
  WHERE "status" IN ('requested', 'approved', 'used');
-- What is to expire.
CREATE INDEX "gift_authorization_open" ON "gift_authorization" ("expires_at")
  WHERE "status" IN ('requested', 'approved');
-- How many an account has asked for lately; a donation's history, for operators; what retention deletes.
CREATE INDEX "gift_authorization_account" ON "gift_authorization" ("account_id", "created_at" DESC);
CREATE INDEX "gift_authorization_donation" ON "gift_authorization" ("donation_id");
CREATE INDEX "gift_authorization_created" ON "gift_authorization" ("created_at");
-- The authorization that a gift has used, and the bank's own reference of what it holds.
ALTER TABLE "donation" ADD COLUMN "authorization_id" uuid, ADD COLUMN "hold_reference" text;
