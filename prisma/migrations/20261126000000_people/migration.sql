-- People's roles at schools, banks, and the operator: memberships, invitations, passkeys, and service keys.

-- What a person may do for a tenant. One per person and tenant.
CREATE TABLE "membership" (
  "id" uuid NOT NULL PRIMARY KEY,
  "cardholder_id" uuid NOT NULL REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "kind" text NOT NULL,
  "school_id" text REFERENCES "school" ("id") ON DELETE CASCADE,
  "bank_id" uuid REFERENCES "bank" ("id") ON DELETE CASCADE,
  "role" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- 'school:<id>', 'bank:<id>', or 'operator'.
  "tenant" text NOT NULL GENERATED ALWAYS AS
    ("kind" || coalesce(':' || "school_id", '') || coalesce(':' || "bank_id"::text, '')) STORED,
  CHECK (("kind" = 'school') = ("school_id" IS NOT NULL)),
  CHECK (("kind" = 'bank') = ("bank_id" IS NOT NULL)),
  CHECK (CASE "kind" WHEN 'school' THEN "role" IN ('viewer', 'processor', 'admin')
    WHEN 'bank' THEN "role" IN ('viewer', 'support', 'developer', 'admin')
    WHEN 'operator' THEN "role" IN ('support', 'finance', 'admin') ELSE false END)
);
CREATE UNIQUE INDEX "membership_person" ON "membership" ("cardholder_id", "tenant");
-- A tenant's team.
CREATE INDEX "membership_tenant" ON "membership" ("tenant");
-- For deletions.
CREATE INDEX "membership_school" ON "membership" ("school_id");
CREATE INDEX "membership_bank" ON "membership" ("bank_id");

-- An emailed invitation to a tenant's team. Only the hash of its token is stored.
CREATE TABLE "invitation" (
  "id" uuid NOT NULL PRIMARY KEY,
  "token_hash" bytea NOT NULL CHECK (octet_length("token_hash") = 32),
  "email" text NOT NULL CHECK (char_length("email") BETWEEN 3 AND 320),
  "email_key" text NOT NULL,
  "kind" text NOT NULL,
  "school_id" text REFERENCES "school" ("id") ON DELETE CASCADE,
  "bank_id" uuid REFERENCES "bank" ("id") ON DELETE CASCADE,
  "role" text NOT NULL,
  -- The actor, as in the audit log.
  "invited_by" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(3) NOT NULL,
  "accepted_at" timestamptz(3),
  "revoked_at" timestamptz(3),
  -- The membership that it became, which may have been removed since: the audit log still names its person.
  "membership_id" uuid,
  "tenant" text NOT NULL GENERATED ALWAYS AS
    ("kind" || coalesce(':' || "school_id", '') || coalesce(':' || "bank_id"::text, '')) STORED,
  CHECK (("kind" = 'school') = ("school_id" IS NOT NULL)),
  CHECK (("kind" = 'bank') = ("bank_id" IS NOT NULL)),
  CHECK (CASE "kind" WHEN 'school' THEN "role" IN ('viewer', 'processor', 'admin')
    WHEN 'bank' THEN "role" IN ('viewer', 'support', 'developer', 'admin')
    WHEN 'operator' THEN "role" IN ('support', 'finance', 'admin') ELSE false END)
);
CREATE UNIQUE INDEX "invitation_token" ON "invitation" ("token_hash");
-- A tenant's invitations, and how many it sent lately.
CREATE INDEX "invitation_tenant" ON "invitation" ("tenant", "created_at");
CREATE INDEX "invitation_membership" ON "invitation" ("membership_id");
-- For deletions.
CREATE INDEX "invitation_school" ON "invitation" ("school_id");
CREATE INDEX "invitation_bank" ON "invitation" ("bank_id");
-- Retention.
CREATE INDEX "invitation_unused" ON "invitation" ("expires_at") WHERE "accepted_at" IS NULL;

-- A key for a foundation's programs; only the hash of its secret is stored.
CREATE TABLE "service_key" (
  "id" uuid NOT NULL PRIMARY KEY,
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "name" text NOT NULL CHECK (char_length("name") BETWEEN 1 AND 100),
  "secret_hash" bytea NOT NULL CHECK (octet_length("secret_hash") = 32),
  "role" text NOT NULL CHECK ("role" IN ('viewer', 'processor')),
  -- The networks it may be used from, in CIDR notation.
  "networks" text[] NOT NULL,
  "created_by" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(3) NOT NULL,
  "revoked_at" timestamptz(3),
  "last_used_at" timestamptz(3),
  CHECK ("expires_at" <= "created_at" + interval '366 days')
);
CREATE UNIQUE INDEX "service_key_secret" ON "service_key" ("secret_hash");
CREATE INDEX "service_key_school" ON "service_key" ("school_id");

-- A second factor without codes (WebAuthn).
CREATE TABLE "passkey" (
  "id" uuid NOT NULL PRIMARY KEY,
  "credential_id" bytea NOT NULL CHECK (octet_length("credential_id") BETWEEN 1 AND 1023),
  "cardholder_id" uuid NOT NULL REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "public_key" bytea NOT NULL,
  "counter" bigint NOT NULL DEFAULT 0,
  "transports" text[] NOT NULL DEFAULT '{}',
  "name" text NOT NULL CHECK (char_length("name") BETWEEN 1 AND 100),
  "backed_up" boolean NOT NULL DEFAULT false,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "last_used_at" timestamptz(3)
);
CREATE UNIQUE INDEX "passkey_credential" ON "passkey" ("credential_id");
CREATE INDEX "passkey_cardholder" ON "passkey" ("cardholder_id");

-- WebAuthn challenges that were answered correctly, until they expire: each can be answered once.
CREATE TABLE "used_challenge" (
  "challenge_hash" bytea NOT NULL PRIMARY KEY CHECK (octet_length("challenge_hash") = 32),
  "cardholder_id" uuid NOT NULL REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "expires_at" timestamptz(3) NOT NULL
);
CREATE INDEX "used_challenge_cardholder" ON "used_challenge" ("cardholder_id");
-- Retention.
CREATE INDEX "used_challenge_expired" ON "used_challenge" ("expires_at");

ALTER TABLE "session_family"
  -- The membership that it acts in; null for a cardholder's session. Removing a membership ends its sessions.
  ADD COLUMN "membership_id" uuid REFERENCES "membership" ("id") ON DELETE CASCADE,
  -- When the person last proved a second factor in it.
  ADD COLUMN "verified_at" timestamptz(3);

-- The tenant whose log has the entry: 'school:<id>', 'bank:<id>', or 'operator'.
ALTER TABLE "audit_entry" ADD COLUMN "tenant" text;
