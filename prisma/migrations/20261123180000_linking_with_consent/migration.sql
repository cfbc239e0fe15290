-- Linking with the cardholder's consent: the authorization server's state.

-- Where a bank's customers may be sent back to. None registered: whatever its link requests name.
ALTER TABLE "bank" ADD COLUMN "redirect_uris" text[] NOT NULL DEFAULT '{}';

-- The one current request for consent of an account. A new one replaces it, and everything that came of it.
CREATE TABLE "account_link" (
  "id" uuid NOT NULL PRIMARY KEY,
  "account_id" uuid NOT NULL REFERENCES "account" ("id"),
  -- The handle itself is only in the URL that the bank got.
  "handle_hash" bytea NOT NULL CHECK (octet_length("handle_hash") = 32),
  "redirect_uri" text NOT NULL,
  "state" text CHECK (char_length("state") BETWEEN 1 AND 512),
  "nonce" text CHECK (char_length("nonce") BETWEEN 1 AND 255),
  "code_challenge" text CHECK (char_length("code_challenge") = 43),
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(3) NOT NULL,
  -- Who has approved it: once, so that an approval is used once.
  "cardholder_id" uuid REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "approved_at" timestamptz(3),
  "redeemed_at" timestamptz(3),
  CHECK (("cardholder_id" IS NULL) = ("approved_at" IS NULL)),
  CHECK ("redeemed_at" IS NULL OR "approved_at" IS NOT NULL)
);
CREATE UNIQUE INDEX "account_link_account" ON "account_link" ("account_id");
CREATE UNIQUE INDEX "account_link_handle" ON "account_link" ("handle_hash");
-- For retention.
CREATE INDEX "account_link_expired" ON "account_link" ("expires_at");

-- What the authorization server keeps: pushed requests, interactions, grants, codes, access tokens. Found by
-- the hash of their IDs, which are secrets; the rest is sealed.
CREATE TABLE "oauth_object" (
  "id_hash" bytea NOT NULL PRIMARY KEY CHECK (octet_length("id_hash") = 32),
  "kind" text NOT NULL,
  "link_id" uuid NOT NULL REFERENCES "account_link" ("id") ON DELETE CASCADE,
  "grant_hash" bytea CHECK (octet_length("grant_hash") = 32),
  "key_id" text NOT NULL,
  "sealed" bytea NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(3) NOT NULL,
  "consumed_at" timestamptz(3)
);
-- All of one link: when it ends, and the latest ones that are kept.
CREATE INDEX "oauth_object_link" ON "oauth_object" ("link_id", "kind", "created_at" DESC);
-- All of one grant, when its code is replayed.
CREATE INDEX "oauth_object_grant" ON "oauth_object" ("grant_hash");
CREATE INDEX "oauth_object_expired" ON "oauth_object" ("expires_at");

-- Keys that sign ID tokens. The newest that may sign does; those before are published until their tokens
-- have expired.
CREATE TABLE "signing_key" (
  "kid" text NOT NULL PRIMARY KEY,
  "key_id" text NOT NULL,
  "sealed" bytea NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- Banks cache the published keys, so a key is published for a while before it signs.
  "signs_from" timestamptz(3) NOT NULL,
  -- Null for the newest.
  "published_until" timestamptz(3)
);
