-- The schema of the first release. Constraints repeat the API's limits, so that no code path can store what the API
-- forbids. The comment above an index says which query it serves.

-- ── Functions ─────────────────────────────────────────────────────────────────────────────────

-- What a bank's reference is compared by: without control and default-ignorable characters, then without whitespace at its
-- ends, then in NFC. The text itself if nothing is left.
CREATE FUNCTION "reference_key"(reference text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(normalize(btrim(regexp_replace(reference,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e'
    '\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
    '\U000e0000-\U000e0fff]', '', 'g'),
    U&'\0020\00a0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a\2028\2029\202f\205f\3000'), NFC), ''),
    reference)
$$;

-- 60 bits that identify a donation where a UUID is too long (lib/donations/gift-number.ts).
CREATE FUNCTION "gift_number"(donation_id uuid) RETURNS bigint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ('x0' || left(encode(sha256(uuid_send(donation_id)), 'hex'), 15))::bit(64)::bigint
$$;

-- The end of a school's business day, this many business days after a time. A weekend counts as the Friday before it.
CREATE FUNCTION "confirmation_promise"(accepted_at timestamptz, time_zone text, days integer) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (local_day - (weekday - 1) + (least(weekday, 5) - 1 + days) / 5 * 7 + (least(weekday, 5) - 1 + days) % 5
    + time '17:00') AT TIME ZONE time_zone
  FROM (SELECT local_day, extract(isodow FROM local_day)::int AS weekday
    FROM (SELECT (accepted_at AT TIME ZONE time_zone)::date AS local_day) a) b
$$;

-- ── Banks ───────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "bank" (
  "id" uuid NOT NULL PRIMARY KEY,
  "name" text NOT NULL CHECK (char_length("name") BETWEEN 1 AND 255),
  "contact_email" text,
  "embed_origins" text[] NOT NULL DEFAULT '{}',
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- URL schemes of its apps (`examplebank`) that are allowed in redirects, in addition to https.
  "app_schemes" text[] NOT NULL DEFAULT ARRAY[]::text[],
  -- The redirect URIs allowed for its customers. Empty: any that its link requests name.
  "redirect_uris" text[] NOT NULL DEFAULT '{}',
  -- Suspended and closed banks can't make links, embed tokens, or gifts; the statement that accepts gifts checks it.
  "status" text NOT NULL DEFAULT 'active' CHECK ("status" IN ('active', 'suspended', 'closed')),
  -- Why it was suspended or closed.
  "status_reason" text,
  -- The maximum per donation, and per API key and UTC day; null for no limit.
  "max_donation_cents" bigint CHECK ("max_donation_cents" > 0),
  "max_key_daily_cents" bigint CHECK ("max_key_daily_cents" > 0),
  -- Its daily storage limits; null for the default.
  "max_daily_rows" bigint CHECK ("max_daily_rows" > 0),
  "max_daily_bytes" bigint CHECK ("max_daily_bytes" > 0)
);

CREATE TABLE "api_key" (
  "key_id" text NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id") ON DELETE CASCADE,
  "environment" text NOT NULL CHECK ("environment" IN ('sandbox', 'production')),
  -- SHA-256 of the secret, which is 256 random bits, so a slow hash would add nothing.
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
  -- The most a person can give without the bank's confirmation; null for the service's default.
  "max_gift_cents" bigint CHECK ("max_gift_cents" > 0),
  "max_daily_cents" bigint CHECK ("max_daily_cents" > 0),
  -- The time zone of its days.
  "time_zone" text,
  -- What happens to a donation whose points disagree with the rate.
  "points_check" text NOT NULL DEFAULT 'flag' CHECK ("points_check" IN ('off', 'flag', 'refuse')),
  PRIMARY KEY ("bank_id", "program_id")
);

-- A bank's storage usage on a day (UTC), as counted by the processes.
CREATE TABLE "bank_usage" (
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id") ON DELETE CASCADE,
  "day" date NOT NULL,
  "row_count" bigint NOT NULL,
  "byte_count" bigint NOT NULL,
  PRIMARY KEY ("bank_id", "day")
);
-- The largest writers of today; rows for retention to delete.
CREATE INDEX "bank_usage_day" ON "bank_usage" ("day", "byte_count" DESC);

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
  "motif" text NOT NULL CHECK ("motif" IN ('pennants', 'diagonals', 'stripes', 'arcs', 'court')),
  "minimum_donation_cents" bigint NOT NULL CHECK ("minimum_donation_cents" > 0),
  "active" boolean NOT NULL DEFAULT true,
  -- The sort key and the text to search in, both computed by the application.
  "sort_key" text NOT NULL,
  "search_text" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- The foundation's details on receipts. Never guessed: null until it has provided them.
  "ein" text CHECK ("ein" ~ '^\d{2}-\d{7}$'),
  "mailing_address" text CHECK (char_length("mailing_address") BETWEEN 1 AND 500),
  -- The letters on its image; null derives them from the name.
  "monogram" text,
  -- Other names that fans use.
  "aliases" text[] NOT NULL DEFAULT '{}',
  -- It confirms within this many business days; null where its platform answers at once.
  "confirmation_days" smallint CHECK ("confirmation_days" BETWEEN 1 AND 30),
  -- When the foundation last changed how the school looks. From then on, the directory import leaves that as it is.
  "appearance_edited_at" timestamptz(3)
);
-- Lists run by name, then ID; the cursor continues from any such pair.
CREATE INDEX "school_list" ON "school" ("sort_key", "id");

-- Official marks, shown in place of the monogram. Apart from schools, so that no list reads images.
CREATE TABLE "school_mark" (
  "school_id" text NOT NULL PRIMARY KEY REFERENCES "school" ("id") ON DELETE CASCADE,
  "type" text NOT NULL CHECK ("type" IN ('image/png', 'image/svg+xml')),
  "image" bytea NOT NULL CHECK (octet_length("image") BETWEEN 1 AND 32768)
);

-- What a school needs on record to take part in production.
CREATE TABLE "school_record" (
  "school_id" text NOT NULL PRIMARY KEY REFERENCES "school" ("id") ON DELETE CASCADE,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- Who consented for the foundation, when, and in which document.
  "consent_by" text,
  "consent_on" date,
  "consent_document" text,
  "legal_name" text,
  -- When its registration to solicit gifts, and its good standing as a charity, were last checked.
  "registration_checked_on" date,
  "good_standing_checked_on" date,
  "contact_name" text,
  "contact_email" text,
  -- Who approved its receipts' wording and its funds' tax classes, for the foundation.
  "receipts_approved_by" text,
  "receipts_approved_on" date,
  -- Where its money goes: entered by one person, and approved by another. Pending details aren't used.
  "encrypted_payee" bytea,
  "payee_entered_by" text,
  "payee_approved_by" text,
  "payee_approved_at" timestamptz(3),
  "encrypted_pending_payee" bytea,
  "pending_payee_entered_by" text,
  -- Whose name receipts carry, with their title, and a sentence of thanks.
  "signatory_name" text CHECK (char_length("signatory_name") <= 100),
  "signatory_title" text CHECK (char_length("signatory_title") <= 100),
  "receipt_thanks" text CHECK (char_length("receipt_thanks") <= 300),
  -- Consent that one member of the operator's team has entered, encrypted, and who. It counts once another enters the same.
  "encrypted_pending_consent" bytea,
  "pending_consent_entered_by" text,
  -- Who entered the consent, and who approved it.
  "consent_entered_by" text,
  "consent_approved_by" text,
  -- The day that its gifts to come count as given on: that of the confirmation (also if null), or of the acceptance.
  "gift_date" text CHECK ("gift_date" IN ('confirmed', 'accepted')),
  CHECK (char_length("consent_by") <= 255 AND char_length("consent_document") <= 255),
  CHECK (char_length("legal_name") <= 255 AND char_length("contact_name") <= 255),
  CHECK (("encrypted_payee" IS NULL) = ("payee_approved_by" IS NULL)),
  CHECK (("encrypted_pending_payee" IS NULL) = ("pending_payee_entered_by" IS NULL)),
  CHECK (lower("payee_entered_by") <> lower("payee_approved_by"))
);

CREATE TABLE "fund" (
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "fund_id" text NOT NULL CHECK ("fund_id" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  "name" text NOT NULL,
  "description" text NOT NULL,
  "deductibility" text NOT NULL CHECK ("deductibility" IN ('full', 'quid_pro_quo', 'none')),
  "good_faith_value_cents" bigint CHECK ("good_faith_value_cents" > 0),
  -- The fund's scope at the platform, if it has one.
  "attraction_id" text CHECK (char_length("attraction_id") <= 255),
  "venue_id" text CHECK (char_length("venue_id") <= 255),
  "position" integer NOT NULL,
  -- The fund's own minimum; null if the school's applies.
  "minimum_cents" bigint CHECK ("minimum_cents" > 0),
  -- The fund's code in the foundation's gift records.
  "platform_code" text CHECK (char_length("platform_code") <= 100),
  -- A retired fund takes no new gifts.
  "retired_at" timestamptz(3),
  -- When the foundation last changed it. From then on, the directory import leaves it as it is.
  "edited_at" timestamptz(3),
  PRIMARY KEY ("school_id", "fund_id"),
  CHECK (("deductibility" = 'quid_pro_quo') = ("good_faith_value_cents" IS NOT NULL))
);

-- A school's total is the sum over its shards, so that a popular school is not a hot row.
CREATE TABLE "school_total" (
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "shard" smallint NOT NULL,
  "donation_count" bigint NOT NULL CHECK ("donation_count" >= 0),
  "donated_cents" bigint NOT NULL CHECK ("donated_cents" >= 0),
  PRIMARY KEY ("school_id", "shard")
);

-- Schools' totals as of the last full hour. Production shows only these, rounded down: live sums would reveal the gifts
-- of other banks' customers.
CREATE TABLE "public_school_total" (
  "school_id" text NOT NULL PRIMARY KEY REFERENCES "school" ("id") ON DELETE CASCADE,
  "donation_count" bigint NOT NULL,
  "donated_cents" bigint NOT NULL
);

-- How to reach a school's ticketing platform, encrypted.
CREATE TABLE "platform_config" (
  "school_id" text NOT NULL PRIMARY KEY REFERENCES "school" ("id") ON DELETE CASCADE,
  "adapter" text NOT NULL,
  "encrypted_config" bytea NOT NULL,
  "updated_at" timestamptz(3) NOT NULL DEFAULT now()
);

-- A fan's account at a school's platform, stored so that it is looked up only once.
CREATE TABLE "platform_account" (
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "email_key" text NOT NULL,
  "platform_account_id" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("school_id", "email_key")
);

-- ── Cardholders ─────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "cardholder" (
  "id" uuid NOT NULL PRIMARY KEY,
  "email" text NOT NULL,
  "email_key" text NOT NULL,
  "display_name" text,
  "password_hash" text,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- Set by the cardholder, as opposed to what their banks say about them. Null: not set.
  "phone" text CHECK (char_length("phone") <= 40),
  "preferred_school_id" text REFERENCES "school" ("id"),
  "preferred_fund" text CHECK (char_length("preferred_fund") BETWEEN 1 AND 255),
  "tax_receipt_email" text,
  "password_changed_at" timestamptz(3),
  -- When the password was last set with an emailed link.
  "password_reset_at" timestamptz(3),
  -- When the first of the second factors was added. Null without one.
  "factors_since" timestamptz(3),
  -- Their last choice of what schools learn about them; null if they haven't made one.
  "share_with_school" text CHECK ("share_with_school" IN ('name', 'address', 'nothing')),
  "encrypted_postal_address" bytea
);
-- One identity per email address, ignoring case; also the lookup at sign-in.
CREATE UNIQUE INDEX "cardholder_email_key" ON "cardholder" ("email_key");

-- Null: the default, even if it changes later.
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

-- ── Teams: people's roles at schools, banks, and the operator ──────────────────────────────────

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
  "networks" text[] NOT NULL CHECK (cardinality("networks") BETWEEN 1 AND 20),
  "created_by" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(3) NOT NULL,
  "revoked_at" timestamptz(3),
  "last_used_at" timestamptz(3),
  -- The last characters of the key, which tell it apart in a list.
  "hint" text NOT NULL CHECK (char_length("hint") <= 4),
  CHECK ("expires_at" <= "created_at" + interval '366 days')
);
CREATE UNIQUE INDEX "service_key_secret" ON "service_key" ("secret_hash");
CREATE INDEX "service_key_school" ON "service_key" ("school_id");

-- ── Signing in ──────────────────────────────────────────────────────────────────────────────────

-- A sign-in and all tokens that descend from it.
CREATE TABLE "session_family" (
  "id" uuid NOT NULL PRIMARY KEY,
  "cardholder_id" uuid NOT NULL REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(3) NOT NULL,
  "revoked_at" timestamptz(3),
  -- Helps a cardholder recognize a session.
  "user_agent" text,
  "last_used_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- A keyed hash of the network they signed in from, where others' failed attempts must not lock them out.
  "network_hash" bytea,
  -- The membership that it acts in; null for a cardholder's session. Removing a membership ends its sessions.
  "membership_id" uuid REFERENCES "membership" ("id") ON DELETE CASCADE,
  -- When the person last proved a second factor in it, and whether that was a recovery code, which opens no team.
  "verified_at" timestamptz(3),
  "verified_by_recovery_code" boolean NOT NULL DEFAULT false
);
-- A cardholder's sessions, to show or to end.
CREATE INDEX "session_family_cardholder" ON "session_family" ("cardholder_id");
-- Removing a membership deletes its sessions.
CREATE INDEX "session_family_membership" ON "session_family" ("membership_id") WHERE "membership_id" IS NOT NULL;

-- One row per refresh token that was issued; only the SHA-256 of its 256 random bits is stored.
CREATE TABLE "refresh_token" (
  "token_hash" bytea NOT NULL PRIMARY KEY CHECK (octet_length("token_hash") = 32),
  "family_id" uuid NOT NULL REFERENCES "session_family" ("id") ON DELETE CASCADE,
  "issued_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- When it was first used. Reuse within the grace period is a race between tabs; reuse later is theft.
  "rotated_at" timestamptz
);
-- Deleted with their family.
CREATE INDEX "refresh_token_family" ON "refresh_token" ("family_id");

CREATE TABLE "reset_token" (
  "token_hash" bytea NOT NULL PRIMARY KEY CHECK (octet_length("token_hash") = 32),
  "cardholder_id" uuid NOT NULL REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "expires_at" timestamptz(3) NOT NULL,
  "used_at" timestamptz(3),
  -- The number of passwords refused with it; after a few, it stops working.
  "refused_count" integer NOT NULL DEFAULT 0,
  -- The number of links a day is limited.
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
-- Setting a password invalidates all of a person's links.
CREATE INDEX "reset_token_cardholder" ON "reset_token" ("cardholder_id");

CREATE TABLE "totp" (
  "cardholder_id" uuid NOT NULL PRIMARY KEY REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "encrypted_secret" bytea NOT NULL,
  -- Null until the cardholder has entered a first code: until then none is required.
  "confirmed_at" timestamptz(3),
  -- The time step of the last accepted code. Codes up to this step are never accepted again.
  "last_step" bigint,
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE "recovery_code" (
  "cardholder_id" uuid NOT NULL REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "code_hash" bytea NOT NULL CHECK (octet_length("code_hash") = 32),
  "used_at" timestamptz(3),
  PRIMARY KEY ("cardholder_id", "code_hash")
);

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
  "last_used_at" timestamptz(3),
  -- Whether it signs in only after the password: its owner set that with an emailed link since the passkey last did.
  "needs_password" boolean NOT NULL DEFAULT false
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

-- Attempts at a person's second-factor codes, from anywhere.
CREATE TABLE "code_attempt" (
  "cardholder_id" uuid NOT NULL PRIMARY KEY REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "attempt_count" integer NOT NULL,
  -- The count resets after this time.
  "expires_at" timestamptz(3) NOT NULL,
  -- No code is checked before this time.
  "wait_until" timestamptz(3),
  -- When the owner was last notified.
  "alerted_at" timestamptz(3)
);

-- ── Accounts ────────────────────────────────────────────────────────────────────────────────────

-- A bank's customer as that bank linked them.
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
  -- When the cardholder accepted the link; null until they do. A bank can link anyone's address, so until then the link
  -- is the bank's claim, and its gifts count in none of the person's totals.
  "accepted_at" timestamptz(3),
  -- The bank's latest statement of the points in the account, and when they were there.
  "points_balance" bigint CHECK ("points_balance" >= 0),
  "points_balance_at" timestamptz(3),
  CHECK (("status" = 'unlinked') = ("unlinked_at" IS NOT NULL)),
  CHECK (("points_balance" IS NULL) = ("points_balance_at" IS NULL))
);
-- A bank's user has one account, even if linked repeatedly or concurrently.
CREATE UNIQUE INDEX "account_user_key" ON "account" ("bank_id", "reference_key"("bank_user_id"));
-- A bank's list by status, newest first.
CREATE INDEX "account_list" ON "account" ("bank_id", "status", "linked_at" DESC, "id" DESC);
-- A bank's accounts by email address, in any case.
CREATE INDEX "account_email" ON "account" ("bank_id", lower("email"));
-- All accounts of one person.
CREATE INDEX "account_cardholder" ON "account" ("cardholder_id");
-- A person's accounts by status, latest linked first: counts the active ones and finds the latest inactive ones,
-- regardless of how many a bank has linked and unlinked.
CREATE INDEX "account_person" ON "account" ("cardholder_id", "status", "linked_at" DESC, "id" DESC);

-- The person has disconnected an account of this bank, so it can't activate one without their consent.
CREATE TABLE "disconnected_bank" (
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id") ON DELETE CASCADE,
  "cardholder_id" uuid NOT NULL REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "disconnected_at" timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("bank_id", "cardholder_id")
);

-- ── Linking with consent: the authorization server's state ──────────────────────────────────────

-- An account's current consent request. A new one replaces it, with everything it authorized.
CREATE TABLE "account_link" (
  "id" uuid NOT NULL PRIMARY KEY,
  "account_id" uuid NOT NULL REFERENCES "account" ("id"),
  -- The handle itself is only in the URL that the bank received.
  "handle_hash" bytea NOT NULL CHECK (octet_length("handle_hash") = 32),
  "redirect_uri" text NOT NULL,
  "state" text CHECK (char_length("state") BETWEEN 1 AND 512),
  "nonce" text CHECK (char_length("nonce") BETWEEN 1 AND 255),
  "code_challenge" text CHECK (char_length("code_challenge") = 43),
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(3) NOT NULL,
  -- Who approved it. Set once, so that an approval is used once.
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

-- Pushed requests, interactions, grants, codes, and access tokens. Found by the hash of their IDs, which are secrets; the
-- rest is encrypted.
CREATE TABLE "oauth_object" (
  "id_hash" bytea NOT NULL PRIMARY KEY CHECK (octet_length("id_hash") = 32),
  "kind" text NOT NULL,
  "link_id" uuid NOT NULL REFERENCES "account_link" ("id") ON DELETE CASCADE,
  "grant_hash" bytea CHECK (octet_length("grant_hash") = 32),
  "encrypted_payload" bytea NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(3) NOT NULL,
  "consumed_at" timestamptz(3)
);
-- All objects of a link: to delete when it ends, and to find the latest ones.
CREATE INDEX "oauth_object_link" ON "oauth_object" ("link_id", "kind", "created_at" DESC);
-- All objects of a grant, to revoke when its code is replayed.
CREATE INDEX "oauth_object_grant" ON "oauth_object" ("grant_hash");
-- For retention.
CREATE INDEX "oauth_object_expired" ON "oauth_object" ("expires_at");

-- Keys that sign ID tokens. The newest active one signs; older ones are published until their tokens have expired.
CREATE TABLE "signing_key" (
  "kid" text NOT NULL PRIMARY KEY,
  "encrypted_key" bytea NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- Banks cache the published keys, so a key is published for a while before it signs.
  "signs_from" timestamptz(3) NOT NULL,
  -- Null for the newest.
  "published_until" timestamptz(3)
);

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
  -- When a recurring donation is due again. Announced once: the next donation, if it recurs, has its own.
  "recurrence_due_at" timestamptz(3),
  -- The person who was linked when it was accepted: it stays theirs, whoever the account belongs to later
  -- (docs/decisions/0033). Null without an account.
  "cardholder_id" uuid REFERENCES "cardholder" ("id"),
  -- The day whose account total includes it; null if no limit applies.
  "limit_day" date,
  -- The authorization it used, and the bank's own reference for the points on hold.
  "authorization_id" uuid,
  "hold_reference" text,
  -- Whether it counts as its cardholder's own: set when it is accepted, and later when they accept the link.
  "attributed" boolean NOT NULL DEFAULT true,
  -- The API key whose UTC daily total includes it; null if no limit applies.
  "limit_key_id" text,
  -- Its points disagreed with the rate when it was accepted. It settles anyway.
  "points_mismatch" boolean NOT NULL DEFAULT false,
  -- The idempotency key from the cardholder's client, stored while it is valid.
  "idempotency_key" text,
  -- The terms of the fund when the gift was accepted, which its receipt states. Null without a fund.
  "fund_deductibility" text CHECK ("fund_deductibility" IN ('full', 'quid_pro_quo', 'none')),
  "fund_good_faith_value_cents" bigint,
  -- What the donor lets the school learn, which never changes. Null if the bank submitted it: name and email.
  "share_with_school" text CHECK ("share_with_school" IN ('name', 'address', 'nothing')),
  -- What its school is told of its donor, as of when the gift was accepted: nothing if they stay anonymous. The address is a
  -- copy of the person's encrypted one.
  "donor_name" text,
  "donor_email" text,
  "encrypted_donor_address" bytea,
  -- The day that a confirmed gift counts as given on, in its foundation's time zone, where the foundation's rule was the day
  -- of acceptance when the gift settled. Null: the day of its confirmation.
  "gift_date" date,
  -- A status and its timestamp change together or not at all.
  CHECK (("status" = 'completed') = ("completed_at" IS NOT NULL)),
  CHECK (("status" = 'failed') = ("failed_at" IS NOT NULL AND "failure_reason" IS NOT NULL)),
  FOREIGN KEY ("school_id", "fund_id") REFERENCES "fund" ("school_id", "fund_id")
);
-- The idempotency key: the one thing that keeps a bank's retry from becoming a second donation. A reference is a bank's
-- own only among what its servers submit: `embed:<session id>`, which it can guess, must not take the place of the
-- session's donation.
CREATE UNIQUE INDEX "donation_reference_key" ON "donation"
  ("bank_id", "reference_key"("bank_transaction_ref"), "channel");
-- One gift per person and key.
CREATE UNIQUE INDEX "donation_idempotency_key" ON "donation" ("cardholder_id", "idempotency_key")
  WHERE "idempotency_key" IS NOT NULL;
-- A bank's list, newest first: all; by status; by school; by amount; and the few flagged ones.
CREATE INDEX "donation_list" ON "donation" ("bank_id", "created_at" DESC, "id" DESC);
CREATE INDEX "donation_status" ON "donation" ("bank_id", "status", "created_at" DESC, "id" DESC);
CREATE INDEX "donation_school" ON "donation" ("bank_id", "school_id", "created_at" DESC, "id" DESC);
CREATE INDEX "donation_amount" ON "donation" ("bank_id", "amount_cents", "created_at" DESC, "id" DESC);
CREATE INDEX "donation_points_mismatch" ON "donation" ("bank_id", "created_at" DESC, "id" DESC)
  WHERE "points_mismatch";
-- A bank's donations by the time at which they ended, newest first: what was settled on a day.
CREATE INDEX "donation_settled" ON "donation"
  ("bank_id", (coalesce("completed_at", "failed_at")) DESC, "id" DESC)
  WHERE "status" <> 'pending';
-- An account's donations, newest first.
CREATE INDEX "donation_account" ON "donation" ("account_id", "created_at" DESC, "id" DESC);
-- A cardholder's own donations, newest first, without those of unaccepted links, which may be many.
CREATE INDEX "donation_own" ON "donation"
  ("cardholder_id", "created_at" DESC, "id" DESC) WHERE "attributed";
-- The donations of a link that its cardholder hasn't accepted.
CREATE INDEX "donation_unattributed" ON "donation"
  ("cardholder_id", "account_id", "created_at" DESC, "id" DESC) WHERE NOT "attributed";
-- Recurring donations that are due again.
CREATE INDEX "donation_recurrence" ON "donation" ("recurrence_due_at")
  WHERE "recurrence_due_at" IS NOT NULL;
-- Gift numbers are unique, and found by search.
CREATE UNIQUE INDEX "donation_gift_number" ON "donation" ("gift_number"("id"));
-- A school's gifts, newest first.
CREATE INDEX "donation_of_school" ON "donation" ("school_id", "created_at" DESC, "id" DESC);
-- By amount: for a range of amounts, and for the largest and smallest ones.
CREATE INDEX "donation_of_school_amount" ON "donation" ("school_id", "amount_cents", "id");
-- Those that wait, newest first: as few as they are, however large the table is.
CREATE INDEX "donation_waiting" ON "donation" ("school_id", "created_at" DESC, "id" DESC) WHERE "status" = 'pending';
-- Those that weren't accepted, for its reports.
CREATE INDEX "donation_refused" ON "donation" ("school_id", "failed_at") WHERE "status" = 'failed';
-- A school's confirmed gifts for its reports, which read nothing but the index: those that count on the day of their
-- confirmation, and on the day of their acceptance.
CREATE INDEX "donation_confirmation_date" ON "donation" ("school_id", "completed_at")
  INCLUDE ("amount_cents", "fund_id", "bank_id") WHERE "status" = 'completed' AND "gift_date" IS NULL;
CREATE INDEX "donation_gift_date" ON "donation" ("school_id", "gift_date")
  INCLUDE ("amount_cents", "fund_id", "bank_id") WHERE "status" = 'completed' AND "gift_date" IS NOT NULL;
-- Gifts with a postal address, to clear it in time. Most gifts share none.
CREATE INDEX "donation_shared_address" ON "donation" ("created_at")
  WHERE "encrypted_donor_address" IS NOT NULL;

-- Whether the school may know who gave: a person did, and lets it know. Nothing else decides it.
CREATE FUNCTION "is_named"(gift "donation") RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN gift."cardholder_id" IS NOT NULL AND gift."share_with_school" IS DISTINCT FROM 'nothing';

-- Keeps what the school is told of the donor.
CREATE FUNCTION "keep_shared_donor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A name that only they can change, or else the one that this bank gave: an unverified address gets no other name.
  SELECT coalesce(CASE WHEN p."password_hash" IS NOT NULL THEN p."display_name" END, a."display_name"),
    CASE WHEN p."password_hash" IS NULL OR lower(a."email") = lower(p."email")
      THEN coalesce(a."email", p."email") ELSE p."email" END,
    CASE WHEN NEW."share_with_school" = 'address' THEN p."encrypted_postal_address" END
  INTO NEW."donor_name", NEW."donor_email", NEW."encrypted_donor_address"
  -- "Offset 0" makes the planner look up by key, as in the view "giver".
  FROM (SELECT * FROM "cardholder" WHERE "id" = NEW."cardholder_id" OFFSET 0) p
  LEFT JOIN LATERAL (SELECT * FROM "account"
    WHERE "id" = NEW."account_id" AND "cardholder_id" = NEW."cardholder_id" OFFSET 0) a ON true;
  RETURN NEW;
END $$;

CREATE TRIGGER "keep_shared_donor" BEFORE INSERT ON "donation"
  FOR EACH ROW WHEN ("is_named"(NEW)) EXECUTE FUNCTION "keep_shared_donor"();

-- A donation's credit at the school's platform.
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
  -- When the next attempt is due. If it is overdue and still pending, its run was lost, and the sweep requeues it.
  "next_attempt_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- Increases with every new request for work; runs of an older generation end on their own.
  "generation" integer NOT NULL DEFAULT 0,
  -- A held credit stays pending, and no attempt begins until its bank or an operator has reviewed it.
  "held_at" timestamptz(3),
  "hold_reason" text,
  -- When it was last released. An account review that began earlier no longer holds it.
  "released_at" timestamptz(3),
  -- When the first attempt began. If null, nothing has been sent to the platform.
  "attempt_started_at" timestamptz(3),
  -- Attempts that may have reached the school's platform, whose outcome isn't known.
  "open_attempts" integer NOT NULL DEFAULT 0,
  CHECK (("status" = 'credited') = ("platform_credit_id" IS NOT NULL)),
  CHECK (("status" = 'pending') = ("settled_at" IS NULL))
) WITH (
  -- Free space on each page allows HOT updates: beginning an attempt then updates no index.
  fillfactor = 60
);
-- Credits that need an operator.
CREATE INDEX "credit_flagged" ON "credit" ("flagged_at") WHERE "flagged_at" IS NOT NULL;
-- Searching for a school's own number.
CREATE INDEX "credit_confirmation" ON "credit" ("platform_credit_id") WHERE "platform_credit_id" IS NOT NULL;
-- For the sweep: small, regardless of the table's size.
CREATE INDEX "credit_pending" ON "credit" ("next_attempt_at") WHERE "status" = 'pending';

-- What an account has given on a day, for the limit of that day. A gift raises it in the statement that accepts it, and
-- one that fails gives its amount back.
CREATE TABLE "daily_gift_total" (
  "account_id" uuid NOT NULL REFERENCES "account" ("id") ON DELETE CASCADE,
  "day" date NOT NULL,
  "donated_cents" bigint NOT NULL CHECK ("donated_cents" >= 0),
  -- The limit when the total last increased.
  "max_cents" bigint NOT NULL,
  PRIMARY KEY ("account_id", "day"),
  -- Two concurrent gifts can't both use the remaining limit: the second statement fails.
  CONSTRAINT "daily_gift_total_within_limit" CHECK ("donated_cents" <= "max_cents")
);

-- An API key's total on a UTC day, for banks with such a limit.
CREATE TABLE "daily_key_total" (
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id") ON DELETE CASCADE,
  "key_id" text NOT NULL,
  "day" date NOT NULL,
  "donated_cents" bigint NOT NULL CHECK ("donated_cents" >= 0),
  "max_cents" bigint NOT NULL,
  PRIMARY KEY ("bank_id", "key_id", "day"),
  CONSTRAINT "daily_key_total_within_limit" CHECK ("donated_cents" <= "max_cents")
);

-- The URL where a bank approves or declines its customers' gifts, and the secret that signs the requests.
CREATE TABLE "authorization_address" (
  "bank_id" uuid NOT NULL PRIMARY KEY REFERENCES "bank" ("id") ON DELETE CASCADE,
  "url" text NOT NULL,
  "encrypted_secret" bytea NOT NULL,
  "previous_encrypted_secret" bytea,
  "previous_secret_expires_at" timestamptz(3),
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);

-- A bank's authorization of one gift. `used` is set in the statement that accepts the gift.
CREATE TABLE "gift_authorization" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id"),
  "account_id" uuid NOT NULL REFERENCES "account" ("id"),
  -- The ID of the donation, once it exists.
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
-- At most one open authorization per gift: a repeated confirmation finds it and asks with the same ID.
CREATE UNIQUE INDEX "gift_authorization_live" ON "gift_authorization" ("donation_id")
  WHERE "status" IN ('requested', 'approved', 'used');
-- Authorizations that will expire.
CREATE INDEX "gift_authorization_open" ON "gift_authorization" ("expires_at")
  WHERE "status" IN ('requested', 'approved');
-- An account's recent requests; a donation's history, for operators; rows for retention to delete.
CREATE INDEX "gift_authorization_account" ON "gift_authorization" ("account_id", "created_at" DESC);
CREATE INDEX "gift_authorization_donation" ON "gift_authorization" ("donation_id");
CREATE INDEX "gift_authorization_created" ON "gift_authorization" ("created_at");

-- ── Batches: gifts to schools whose platform has no API, imported as files and confirmed by hand ─

-- A school's settings for its batches; without a row, the defaults (lib/batches/settings.ts).
CREATE TABLE "batch_settings" (
  "school_id" text NOT NULL PRIMARY KEY REFERENCES "school" ("id") ON DELETE CASCADE,
  -- The hour of the school's day at which its open batch closes; null to close it only by hand.
  "close_hour" smallint CHECK ("close_hour" BETWEEN 0 AND 23),
  "settings" jsonb NOT NULL,
  "updated_at" timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE "gift_batch" (
  "id" uuid NOT NULL PRIMARY KEY,
  "school_id" text NOT NULL REFERENCES "school" ("id"),
  -- Counted per school.
  "number" integer NOT NULL CHECK ("number" > 0),
  "opened_at" timestamptz(3) NOT NULL DEFAULT now(),
  "closed_at" timestamptz(3),
  -- Set when it closes: what the school has to find, and the settings that its files are written with.
  "gift_count" integer CHECK ("gift_count" >= 0),
  "amount_cents" bigint CHECK ("amount_cents" >= 0),
  "settings" jsonb,
  CHECK (("closed_at" IS NULL) = ("gift_count" IS NULL)),
  CHECK (("closed_at" IS NULL) = ("amount_cents" IS NULL)),
  CHECK (("closed_at" IS NULL) = ("settings" IS NULL))
);
CREATE UNIQUE INDEX "gift_batch_number" ON "gift_batch" ("school_id", "number");
-- At most one open batch per school.
CREATE UNIQUE INDEX "gift_batch_open" ON "gift_batch" ("school_id") WHERE "closed_at" IS NULL;
-- A school's list, newest first.
CREATE INDEX "gift_batch_list" ON "gift_batch" ("school_id", "opened_at" DESC, "id" DESC);
-- For retention.
CREATE INDEX "gift_batch_closed" ON "gift_batch" ("closed_at") WHERE "closed_at" IS NOT NULL;

-- A gift in a batch: the primary key keeps it out of every other.
CREATE TABLE "gift_batch_line" (
  "donation_id" uuid NOT NULL PRIMARY KEY REFERENCES "donation" ("id") ON DELETE CASCADE,
  "batch_id" uuid NOT NULL REFERENCES "gift_batch" ("id") ON DELETE CASCADE,
  "amount_cents" bigint NOT NULL CHECK ("amount_cents" > 0),
  -- The donor's number at this school; null if nobody is known.
  "donor_number" text CHECK (char_length("donor_number") <= 20),
  -- What the school is told about the gift, as it was when the gift entered the batch.
  "gift" jsonb NOT NULL,
  -- The school's decision: a confirmation number, or the reason for a refusal.
  "decided_at" timestamptz(3),
  "decided_by" text,
  "confirmation_number" text CHECK (char_length("confirmation_number") BETWEEN 1 AND 120),
  "refusal_reason" text CHECK (char_length("refusal_reason") BETWEEN 1 AND 500),
  "entered_at" timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (("decided_at" IS NOT NULL) = (num_nonnulls("confirmation_number", "refusal_reason") = 1)),
  CHECK (num_nonnulls("confirmation_number", "refusal_reason") <= 1)
);
-- A batch's lines, in order; its donors; and the few that are undecided or refused.
CREATE INDEX "gift_batch_line_order" ON "gift_batch_line" ("batch_id", "donation_id");
CREATE INDEX "gift_batch_line_donor" ON "gift_batch_line" ("batch_id", "donor_number", "donation_id");
CREATE INDEX "gift_batch_line_undecided" ON "gift_batch_line" ("batch_id", "donation_id")
  WHERE "decided_at" IS NULL;
CREATE INDEX "gift_batch_line_refused" ON "gift_batch_line" ("batch_id") WHERE "refusal_reason" IS NOT NULL;

-- The day on which a school's team was last reminded of gifts to confirm.
CREATE TABLE "batch_reminder" (
  "school_id" text NOT NULL PRIMARY KEY REFERENCES "school" ("id") ON DELETE CASCADE,
  "day" date NOT NULL
);

-- Uploaded files of decisions, between their dry run and their confirmation. Only what counts is kept: no donors.
CREATE TABLE "decision_upload" (
  "id" uuid NOT NULL PRIMARY KEY,
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- The decisions with their lines in the file, and what is wrong with lines that have none.
  "decisions" jsonb NOT NULL,
  "problems" jsonb NOT NULL,
  -- What it did, once it was confirmed.
  "applied_at" timestamptz(3),
  "result" jsonb,
  -- What it would do, found out once: its page is read again and again.
  "checked" jsonb,
  CHECK (("applied_at" IS NULL) = ("result" IS NULL))
);
-- A school's latest, and retention.
CREATE INDEX "decision_upload_of_school" ON "decision_upload" ("school_id", "created_at" DESC);
CREATE INDEX "decision_upload_created" ON "decision_upload" ("created_at");

-- ── A school's gifts, for its team ─────────────────────────────────────────────────────────────

-- A team's saved filters of its gift list.
CREATE TABLE "gift_view" (
  "id" uuid NOT NULL PRIMARY KEY,
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "name" text NOT NULL CHECK (char_length("name") BETWEEN 1 AND 60),
  -- The page's query parameters.
  "filter" jsonb NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "created_by" text NOT NULL
);
CREATE UNIQUE INDEX "gift_view_name" ON "gift_view" ("school_id", "name");

-- Gifts whose donors the school has thanked.
CREATE TABLE "acknowledgment" (
  "donation_id" uuid NOT NULL PRIMARY KEY REFERENCES "donation" ("id") ON DELETE CASCADE,
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "thanked_at" timestamptz(3) NOT NULL DEFAULT now(),
  "thanked_by" text NOT NULL
);
-- A school's, latest first.
CREATE INDEX "acknowledgment_list" ON "acknowledgment" ("school_id", "thanked_at" DESC, "donation_id" DESC);

-- ── Receipts ────────────────────────────────────────────────────────────────────────────────────

-- The last number that a foundation has used in a year.
CREATE TABLE "receipt_counter" (
  "school_id" text NOT NULL REFERENCES "school" ("id"),
  "year" integer NOT NULL,
  "last_number" integer NOT NULL CHECK ("last_number" > 0),
  PRIMARY KEY ("school_id", "year")
);

-- Issued once and never changed: its content is a snapshot.
CREATE TABLE "receipt" (
  "donation_id" uuid NOT NULL PRIMARY KEY REFERENCES "donation" ("id"),
  "school_id" text NOT NULL REFERENCES "school" ("id"),
  "year" integer NOT NULL,
  "number" integer NOT NULL CHECK ("number" > 0),
  "issued_at" timestamptz(3) NOT NULL,
  "content" jsonb NOT NULL,
  -- When it was automatically emailed, which happens once.
  "emailed_at" timestamptz(3)
);
-- No number is used twice.
CREATE UNIQUE INDEX "receipt_number" ON "receipt" ("school_id", "year", "number");

-- ── Webhooks ────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "event" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id"),
  "donation_id" uuid REFERENCES "donation" ("id"),
  "type" text NOT NULL,
  "sequence" integer NOT NULL,
  -- Text, not jsonb: a signature covers bytes, and every retry and replay sends the same ones.
  "body" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL,
  -- For a test event, the only endpoint that receives it.
  "only_to" uuid
);
-- A donation has one event per sequence number.
CREATE UNIQUE INDEX "event_donation_sequence" ON "event" ("donation_id", "sequence");
-- A bank's list of events, newest first: all, and of one type.
CREATE INDEX "event_list" ON "event" ("bank_id", "created_at" DESC, "id" DESC);
CREATE INDEX "event_type" ON "event" ("bank_id", "type", "created_at" DESC, "id" DESC);
-- A bank's samples, which it requested with a test, newest first.
CREATE INDEX "event_sample" ON "event" ("bank_id", "created_at" DESC, "id" DESC)
  WHERE "only_to" IS NOT NULL;

CREATE TABLE "webhook_endpoint" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id"),
  "url" text NOT NULL,
  "status" text NOT NULL DEFAULT 'enabled' CHECK ("status" IN ('enabled', 'disabled', 'deleted')),
  "disabled_reason" text,
  "encrypted_secret" bytea NOT NULL,
  "previous_encrypted_secret" bytea,
  "previous_secret_expires_at" timestamptz(3),
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- Since when every delivery has failed; null while it works.
  "failing_since" timestamptz(3),
  -- The bank's own description.
  "description" text CHECK (char_length("description") <= 255),
  -- The event types that it receives; empty for all.
  "event_types" text[] NOT NULL DEFAULT '{}',
  CHECK (("previous_encrypted_secret" IS NULL) = ("previous_secret_expires_at" IS NULL))
);
-- The endpoints that receive a bank's events.
CREATE INDEX "webhook_endpoint_bank" ON "webhook_endpoint" ("bank_id");

CREATE TABLE "webhook_delivery" (
  "id" uuid NOT NULL PRIMARY KEY,
  "event_id" uuid NOT NULL REFERENCES "event" ("id"),
  "endpoint_id" uuid NOT NULL REFERENCES "webhook_endpoint" ("id"),
  "status" text NOT NULL DEFAULT 'pending' CHECK ("status" IN ('pending', 'delivered', 'dead')),
  "attempt_count" integer NOT NULL DEFAULT 0,
  "created_at" timestamptz(3) NOT NULL,
  "settled_at" timestamptz(3),
  -- As for a credit.
  "next_attempt_at" timestamptz(3) NOT NULL DEFAULT now(),
  "generation" integer NOT NULL DEFAULT 0,
  CHECK (("status" = 'pending') = ("settled_at" IS NULL))
);
-- An event has one delivery per endpoint, even if a run repeats.
CREATE UNIQUE INDEX "webhook_delivery_once" ON "webhook_delivery" ("event_id", "endpoint_id");
-- An endpoint's deliveries, newest first: all, and in one status.
CREATE INDEX "webhook_delivery_list" ON "webhook_delivery" ("endpoint_id", "created_at" DESC, "id" DESC);
CREATE INDEX "webhook_delivery_status" ON "webhook_delivery"
  ("endpoint_id", "status", "created_at" DESC, "id" DESC);
-- For the sweep.
CREATE INDEX "webhook_delivery_pending" ON "webhook_delivery" ("next_attempt_at")
  WHERE "status" = 'pending';

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

-- A replay of a range of events: processed in batches by a durable function, which continues from its position.
-- `pending` while it runs, like all work that the sweep checks.
CREATE TABLE "event_replay" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id"),
  -- The only endpoint to send to; null for all enabled ones.
  "endpoint_id" uuid REFERENCES "webhook_endpoint" ("id"),
  "from_at" timestamptz(3) NOT NULL,
  "to_at" timestamptz(3) NOT NULL,
  "status" text NOT NULL DEFAULT 'pending' CHECK ("status" IN ('pending', 'completed')),
  "events_total" integer NOT NULL,
  "events" integer NOT NULL DEFAULT 0,
  "deliveries" integer NOT NULL DEFAULT 0,
  -- The last event that was redelivered.
  "position_at" timestamptz(3) NOT NULL,
  "position_id" uuid NOT NULL,
  "attempt_count" integer NOT NULL DEFAULT 0,
  "generation" integer NOT NULL DEFAULT 0,
  "next_attempt_at" timestamptz(3) NOT NULL DEFAULT now(),
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "completed_at" timestamptz(3)
);
-- A bank's latest replays: counts the running ones, and finds old ones to delete.
CREATE INDEX "event_replay_bank" ON "event_replay" ("bank_id", "created_at" DESC, "id" DESC);
-- For the sweep.
CREATE INDEX "event_replay_pending" ON "event_replay" ("next_attempt_at") WHERE "status" = 'pending';

-- ── Embedded flow ───────────────────────────────────────────────────────────────────────────────

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
  -- The person it was opened for.
  "cardholder_id" uuid NOT NULL,
  -- The API key that opened it: its gift counts toward that key.
  "key_id" text NOT NULL,
  -- Only a given value can be locked.
  CHECK (NOT "lock_amount" OR "amount_cents" IS NOT NULL),
  CHECK (NOT "lock_school" OR "school_id" IS NOT NULL)
);
-- For retention.
CREATE INDEX "embed_session_expired" ON "embed_session" ("expires_at");

-- ── Email ───────────────────────────────────────────────────────────────────────────────────────

-- Sent by a durable function; stored for the operator and the sandbox's page.
CREATE TABLE "email" (
  "id" uuid NOT NULL PRIMARY KEY,
  "to" text NOT NULL,
  "subject" text NOT NULL,
  "text" text NOT NULL,
  "status" text NOT NULL DEFAULT 'pending'
    CHECK ("status" IN ('pending', 'sent', 'kept', 'failed', 'held')),
  "attempt_count" integer NOT NULL DEFAULT 0,
  "last_error" text,
  "next_attempt_at" timestamptz(3) NOT NULL DEFAULT now(),
  "generation" integer NOT NULL DEFAULT 0,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "sent_at" timestamptz(3),
  -- The bank whose request caused it, so that a bank with many emails doesn't delay others'. Null: none did.
  "bank_id" uuid,
  "kind" text NOT NULL,
  -- The encrypted secret that its text omits; deleted after sending.
  "encrypted_secret" text,
  -- The source of its HTML, which is rendered when it is sent.
  "content" jsonb,
  -- The team that it's for: 'school:<id>', 'bank:<id>', or 'operator'. Whoever leaves it doesn't get it anymore.
  "tenant" text
);
-- Emails to an address, newest first.
CREATE INDEX "email_to" ON "email" ("to", "created_at" DESC);
-- For the sweep.
CREATE INDEX "email_pending" ON "email" ("next_attempt_at") WHERE "status" = 'pending';
-- The few failed emails, for the operator's view.
CREATE INDEX "email_failed" ON "email" ("created_at") WHERE "status" = 'failed';

-- Emails requested per mailbox, day (UTC), and limit. Emails over the limit are held.
CREATE TABLE "email_count" (
  "mailbox" text NOT NULL,
  "day" date NOT NULL,
  "limit_name" text NOT NULL,
  "requested" integer NOT NULL,
  PRIMARY KEY ("mailbox", "day", "limit_name")
);

-- ── Jobs ────────────────────────────────────────────────────────────────────────────────────────

-- Rows live for milliseconds; IDs are time-ordered, so the primary key is also the queue's order.
CREATE TABLE "outbox" (
  "id" uuid NOT NULL PRIMARY KEY,
  "name" text NOT NULL,
  "data" jsonb NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);

-- Why an Inngest server gets no jobs, for the operator command. At most one row.
CREATE TABLE "engine_problem" (
  "id" integer PRIMARY KEY DEFAULT 1 CHECK ("id" = 1),
  "reason" text NOT NULL,
  "since" timestamptz(3) NOT NULL DEFAULT now(),
  "last_at" timestamptz(3) NOT NULL DEFAULT now()
);

-- Records that an engine has run this database's jobs. At most one row.
CREATE TABLE "engine_registration" (
  "id" integer PRIMARY KEY DEFAULT 1 CHECK ("id" = 1),
  "registered_at" timestamptz(3) NOT NULL DEFAULT now()
);

-- The embedded executor's one table: a run is both its state and its place in the queue, because a run has exactly one
-- next call at any time (steps in parallel are refused).
CREATE TABLE "executor_run" (
  "id" uuid NOT NULL PRIMARY KEY,
  "function_id" text NOT NULL,
  "event_id" text NOT NULL,
  -- JSON, here and below, as text: what a step returned comes back as it was, NUL and lone surrogates included, which
  -- `jsonb` refuses.
  "event" text NOT NULL,
  -- The concurrency group: the function, with the value of the limit's key if it has one.
  "queue" text NOT NULL,
  "status" text NOT NULL DEFAULT 'running' CHECK ("status" IN ('running', 'completed', 'failed')),
  -- Results of finished steps in their order, each {"id", "data"} or {"id", "error"}.
  "steps" text[] NOT NULL DEFAULT '{}',
  -- Failed attempts of the next step.
  "attempt" integer NOT NULL DEFAULT 0 CHECK ("attempt" >= 0),
  -- When the run may be claimed. While it is held: when its lease ends. Full precision, because a rounded-up time would
  -- hide a new run from the claim that follows its insert.
  "due_at" timestamptz DEFAULT now(),
  -- A fencing token, incremented by every claim: a write with an older one is rejected.
  "lease" bigint NOT NULL DEFAULT 0,
  -- Claimed and not released. If it is due anyway, its holder crashed.
  "held" boolean NOT NULL DEFAULT false,
  "output" text,
  "error" text,
  "created_at" timestamptz NOT NULL DEFAULT now(),
  "ended_at" timestamptz,
  -- The run's keys for its function's two concurrency limits. Empty: it counts toward its queue.
  "concurrency_keys" text[] NOT NULL DEFAULT '{}',
  -- An event starts a function once, even if it is sent repeatedly.
  CONSTRAINT "executor_run_event" UNIQUE ("function_id", "event_id"),
  -- Every unfinished run has a due time, so none can be lost.
  CONSTRAINT "executor_run_due_or_ended" CHECK (
    ("status" = 'running') = ("due_at" IS NOT NULL) AND ("status" = 'running') = ("ended_at" IS NULL)
  ),
  CONSTRAINT "executor_run_held" CHECK (NOT "held" OR "status" = 'running'),
  CONSTRAINT "executor_run_error" CHECK (("status" = 'failed') = ("error" IS NOT NULL))
) WITH (
  -- Room on each page, so that storing a step's result touches no index; and dead rows of a busy queue are cleared soon,
  -- so that a claim does not walk over them.
  fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1
);
-- A claim: the queues that have work, and the head of each.
CREATE INDEX "executor_run_due" ON "executor_run" ("queue", "due_at") WHERE "due_at" IS NOT NULL;
-- A claim: how many runs of a queue are held. At most a few hundred entries.
CREATE INDEX "executor_run_held_by_queue" ON "executor_run" ("queue") WHERE "held";
-- For pruning: the runs that ended first.
CREATE INDEX "executor_run_ended" ON "executor_run" ("ended_at") WHERE "ended_at" IS NOT NULL;

-- ── Tallies: exact totals at a constant price (docs/decisions/0012) ─────────────────────────────

-- The number of rows of a list that an owner has in a status is the sum over these rows. They change in the transaction
-- that changes the list, so they are always exact.
CREATE TABLE "tally" (
  "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "list" text NOT NULL,
  "owner" uuid NOT NULL,
  "status" text NOT NULL,
  -- A single row may be negative: one transaction may subtract in one row what another added in a different one.
  "count" bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX "tally_of" ON "tally" ("list", "owner", "status");

-- The same by the day (in UTC) on which a row was created and by the part of the list that it belongs to (a donation's
-- school), so that a range of time over a million rows adds up days.
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

-- What a person has given: how many gifts and how much, for each account, day (UTC), school, and status. Their pages add
-- up a few of these rows instead of every gift.
CREATE TABLE "giving_tally" (
  "cardholder_id" uuid NOT NULL,
  -- Whether they count as the person's own. Accepting a link moves its gifts from false to true.
  "attributed" boolean NOT NULL,
  "account_id" uuid NOT NULL,
  "day" date NOT NULL,
  "school_id" text NOT NULL,
  "status" text NOT NULL,
  "count" bigint NOT NULL,
  "cents" bigint NOT NULL,
  PRIMARY KEY ("cardholder_id", "attributed", "account_id", "day", "school_id", "status")
) WITH (fillfactor = 50);

-- Counts in a row that no other transaction has locked, and adds a row if all are locked, so transactions never wait for
-- or deadlock with each other here. The number of rows grows only with the number of concurrent transactions.
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

-- What a statement has done to a list, counted once for each statement: one that settles fifty donations of a bank changes
-- each of its sums once. `added` and `removed` are the statement's rows as they are now and as they were before; where
-- nothing changes, the sum is 0.
CREATE FUNCTION "tally_donations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tally('donations', bank_id, status, count(*)::int) FROM added GROUP BY bank_id, status;
    PERFORM day_tally('donations', bank_id, school_id, status, min(created_at), count(*)::int)
    FROM added GROUP BY bank_id, school_id, status, (created_at AT TIME ZONE 'UTC')::date;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tally('donations', bank_id, status, -count(*)::int) FROM removed GROUP BY bank_id, status;
    PERFORM day_tally('donations', bank_id, school_id, status, min(created_at), -count(*)::int)
    FROM removed GROUP BY bank_id, school_id, status, (created_at AT TIME ZONE 'UTC')::date;
  ELSE
    PERFORM tally('donations', bank_id, status, sum(change)::int) FROM (
      SELECT bank_id, status, 1 AS change FROM added
      UNION ALL SELECT bank_id, status, -1 FROM removed
    ) changes GROUP BY bank_id, status HAVING sum(change) <> 0;
    PERFORM day_tally('donations', bank_id, school_id, status, min(created_at), sum(change)::int) FROM (
      SELECT bank_id, school_id, status, created_at, 1 AS change FROM added
      UNION ALL SELECT bank_id, school_id, status, created_at, -1 FROM removed
    ) changes GROUP BY bank_id, school_id, status, (created_at AT TIME ZONE 'UTC')::date
    HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "tally_inserted" AFTER INSERT ON "donation" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_donations"();
CREATE TRIGGER "tally_deleted" AFTER DELETE ON "donation" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_donations"();
CREATE TRIGGER "tally_updated" AFTER UPDATE ON "donation" REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_donations"();

CREATE FUNCTION "tally_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tally('events', bank_id, type, count(*)::int) FROM added GROUP BY bank_id, type;
    PERFORM day_tally('events', bank_id, '', type, min(created_at), count(*)::int)
    FROM added GROUP BY bank_id, type, (created_at AT TIME ZONE 'UTC')::date;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tally('events', bank_id, type, -count(*)::int) FROM removed GROUP BY bank_id, type;
    PERFORM day_tally('events', bank_id, '', type, min(created_at), -count(*)::int)
    FROM removed GROUP BY bank_id, type, (created_at AT TIME ZONE 'UTC')::date;
  ELSE
    PERFORM day_tally('events', bank_id, '', type, min(created_at), sum(change)::int) FROM (
      SELECT bank_id, type, created_at, 1 AS change FROM added
      UNION ALL SELECT bank_id, type, created_at, -1 FROM removed
    ) changes GROUP BY bank_id, type, (created_at AT TIME ZONE 'UTC')::date HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "tally_inserted" AFTER INSERT ON "event" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_events"();
CREATE TRIGGER "tally_deleted" AFTER DELETE ON "event" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_events"();
CREATE TRIGGER "tally_updated" AFTER UPDATE ON "event" REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_events"();

CREATE FUNCTION "tally_deliveries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM tally('deliveries', endpoint_id, status, count(*)::int)
    FROM added GROUP BY endpoint_id, status;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM tally('deliveries', endpoint_id, status, -count(*)::int)
    FROM removed GROUP BY endpoint_id, status;
  ELSE
    PERFORM tally('deliveries', endpoint_id, status, sum(change)::int) FROM (
      SELECT endpoint_id, status, 1 AS change FROM added
      UNION ALL SELECT endpoint_id, status, -1 FROM removed
    ) changes GROUP BY endpoint_id, status HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "tally_inserted" AFTER INSERT ON "webhook_delivery" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_deliveries"();
CREATE TRIGGER "tally_deleted" AFTER DELETE ON "webhook_delivery" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_deliveries"();
CREATE TRIGGER "tally_updated" AFTER UPDATE ON "webhook_delivery" REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_deliveries"();

-- Accounts change one at a time, so they are counted per row.
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

-- A row is locked until the transaction ends, but only gifts of one account share it, and those lock their account, too.
-- The order keeps two statements from blocking each other.
CREATE FUNCTION "tally_giving"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO giving_tally AS t (cardholder_id, attributed, account_id, day, school_id, status, count, cents)
    SELECT cardholder_id, attributed, account_id, (created_at AT TIME ZONE 'UTC')::date,
      school_id, status, count(*), sum(amount_cents)
    FROM added WHERE cardholder_id IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (cardholder_id, attributed, account_id, day, school_id, status)
    DO UPDATE SET count = t.count + excluded.count, cents = t.cents + excluded.cents;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO giving_tally AS t (cardholder_id, attributed, account_id, day, school_id, status, count, cents)
    SELECT cardholder_id, attributed, account_id, (created_at AT TIME ZONE 'UTC')::date,
      school_id, status, sum(change), sum(change * amount_cents)
    FROM (
      SELECT cardholder_id, attributed, account_id, created_at, school_id, status, amount_cents, 1 AS change FROM added
      UNION ALL
      SELECT cardholder_id, attributed, account_id, created_at, school_id, status, amount_cents, -1 FROM removed
    ) changes WHERE cardholder_id IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(change) <> 0 OR sum(change * amount_cents) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (cardholder_id, attributed, account_id, day, school_id, status)
    DO UPDATE SET count = t.count + excluded.count, cents = t.cents + excluded.cents;
  ELSE
    INSERT INTO giving_tally AS t (cardholder_id, attributed, account_id, day, school_id, status, count, cents)
    SELECT cardholder_id, attributed, account_id, (created_at AT TIME ZONE 'UTC')::date,
      school_id, status, -count(*), -sum(amount_cents)
    FROM removed WHERE cardholder_id IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (cardholder_id, attributed, account_id, day, school_id, status)
    DO UPDATE SET count = t.count + excluded.count, cents = t.cents + excluded.cents;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "tally_giving_inserted" AFTER INSERT ON "donation" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_giving"();
CREATE TRIGGER "tally_giving_deleted" AFTER DELETE ON "donation" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_giving"();
CREATE TRIGGER "tally_giving_updated" AFTER UPDATE ON "donation" REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "tally_giving"();

-- ── Rate limits ─────────────────────────────────────────────────────────────────────────────────

-- Requests per key in the current window, shared by all processes, in rate-limiter-flexible's format.
-- Unlogged: after a crash, all windows start over.
CREATE UNLOGGED TABLE "rate_window" (
  "key" text NOT NULL PRIMARY KEY,
  "points" integer NOT NULL DEFAULT 0,
  -- Milliseconds since the Unix epoch.
  "expire" bigint
);

-- ── Operators ───────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "audit_entry" (
  "id" bigserial NOT NULL PRIMARY KEY,
  "at" timestamptz(3) NOT NULL DEFAULT now(),
  "actor" text NOT NULL,
  "action" text NOT NULL,
  "subject" text NOT NULL,
  "bank_id" uuid,
  "details" jsonb,
  -- The tenant whose log has the entry: 'school:<id>', 'bank:<id>', or 'operator'.
  "tenant" text
);
-- The log in chronological order.
CREATE INDEX "audit_entry_at" ON "audit_entry" ("at");
-- A tenant's, newest first.
CREATE INDEX "audit_entry_tenant" ON "audit_entry" ("tenant", "id") WHERE "tenant" IS NOT NULL;

-- ── The sandbox's stub platform, and its demo bank ──────────────────────────────────────────────
-- No foreign keys to our own tables, which a real platform doesn't know.

CREATE TABLE "stub_fan" (
  "id" text NOT NULL PRIMARY KEY,
  "school_id" text NOT NULL,
  "email_key" text NOT NULL
);
-- One fan account per address and school.
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

-- Its confirmation numbers, unique across schools and restarts.
CREATE SEQUENCE "stub_credit_number" START 118204;

CREATE TABLE "stub_fault" (
  "partner_reference" text NOT NULL PRIMARY KEY,
  "request_count" integer NOT NULL,
  "released" boolean NOT NULL DEFAULT false
);

CREATE TABLE "sandbox_inbox" (
  "id" bigserial NOT NULL PRIMARY KEY,
  "webhook_id" text NOT NULL UNIQUE,
  "verified" boolean NOT NULL,
  "body" text NOT NULL,
  "received_at" timestamptz(3) NOT NULL DEFAULT now()
);

-- ── Views ───────────────────────────────────────────────────────────────────────────────────────

-- Who gave a donation, and what may be said of them to whom. What a bank says of a person counts while its account is
-- theirs; its addresses only while they have proved none, since another bank's may be someone else's, who would learn the
-- name that the person has chosen or another bank has given.
CREATE VIEW "giver" AS
SELECT d."id" AS "donation_id", d."bank_id", d."attributed", p."id" AS "cardholder_id", p."email",
  p."tax_receipt_email" AS "chosen_email", p."password_hash" IS NOT NULL AS "is_verified",
  -- A name that only they can change: an address that is not verified yet gets no name from a bank.
  CASE WHEN p."password_hash" IS NOT NULL THEN p."display_name" END AS "own_name",
  a."loyalty_program_id" AS "program_id",
  -- What the school's platform knows them by: the bank's spelling of a proved address will do.
  CASE WHEN p."password_hash" IS NULL OR lower(a."email") = lower(p."email")
    THEN coalesce(a."email", p."email") ELSE p."email" END AS "platform_email",
  CASE WHEN d."notify_cardholder" AND coalesce(w."email_donation_confirmation", true)
    THEN p."email" END AS "confirmation_to",
  d."notify_cardholder" AND coalesce(w."email_tax_receipt", true) AS "wants_receipt",
  coalesce(p."display_name", a."display_name", p."email") AS "receipt_name",
  coalesce(p."tax_receipt_email", CASE WHEN p."password_hash" IS NULL THEN a."tax_receipt_email" END,
    p."email") AS "receipt_email"
FROM "donation" d
-- "Offset 0" makes the planner look up by key even in prepared statements, which may be older than the rows.
JOIN LATERAL (SELECT * FROM "cardholder" WHERE "id" = d."cardholder_id" OFFSET 0) p ON true
LEFT JOIN LATERAL (SELECT * FROM "account"
  WHERE "id" = d."account_id" AND "cardholder_id" = d."cardholder_id" OFFSET 0) a ON true
LEFT JOIN LATERAL (SELECT * FROM "preference" WHERE "cardholder_id" = d."cardholder_id" OFFSET 0) w ON true;

-- The donor of each gift whose school may know who gave.
CREATE VIEW "shared_donor" AS
SELECT "id" AS "donation_id", "cardholder_id", "donor_name" AS "stated_name",
  coalesce("donor_name", "donor_email") AS "name", "donor_email" AS "email",
  "encrypted_donor_address" AS "encrypted_postal_address"
FROM "donation" WHERE "is_named"("donation");
