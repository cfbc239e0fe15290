-- What a school needs on record to take part in production.
CREATE TABLE "school_record" (
  "school_id" text PRIMARY KEY REFERENCES "school" ("id") ON DELETE CASCADE,
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
  CHECK (char_length("consent_by") <= 255 AND char_length("consent_document") <= 255),
  CHECK (char_length("legal_name") <= 255 AND char_length("contact_name") <= 255),
  CHECK (("encrypted_payee" IS NULL) = ("payee_approved_by" IS NULL)),
  CHECK (("encrypted_pending_payee" IS NULL) = ("pending_payee_entered_by" IS NULL)),
  CHECK (lower("payee_entered_by") <> lower("payee_approved_by"))
);
