-- Limits per person: on second factors, on links for a password, and on email to one address.

-- How many passwords a link has had refused: it dies after a few. When it was made: so many a day.
ALTER TABLE "reset_token"
  ADD COLUMN "refused_count" integer NOT NULL DEFAULT 0,
  ADD COLUMN "created_at" timestamptz(3) NOT NULL DEFAULT now();

-- Codes of a second factor that somebody has tried, wherever they tried them.
CREATE TABLE "code_attempt" (
  "cardholder_id" uuid NOT NULL PRIMARY KEY REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "attempt_count" integer NOT NULL,
  -- The count begins anew after that.
  "expires_at" timestamptz(3) NOT NULL,
  -- No code is looked at before that.
  "wait_until" timestamptz(3),
  -- When the owner was last told.
  "alerted_at" timestamptz(3)
);

-- Email asked for per mailbox, day (UTC) and limit. What goes beyond the limit is held.
CREATE TABLE "mail_count" (
  "mailbox" text NOT NULL,
  "day" date NOT NULL,
  "limit_name" text NOT NULL,
  "requested" integer NOT NULL,
  PRIMARY KEY ("mailbox", "day", "limit_name")
);

-- What kind of email it is; and, until it is sent, the secret that its text leaves out, encrypted.
ALTER TABLE "mail"
  ADD COLUMN "kind" text,
  ADD COLUMN "encrypted_secret" text;

-- safe: the constraint comes back wider in the same statement, and what the release before writes passes it
ALTER TABLE "mail"
  DROP CONSTRAINT "mail_status_check",
  ADD CONSTRAINT "mail_status_check"
    CHECK ("status" IN ('pending', 'sent', 'kept', 'failed', 'held')) NOT VALID;
