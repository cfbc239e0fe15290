ALTER TABLE "school_record"
  -- Consent that one member of the operator's team has entered, encrypted, and who. It counts once another enters the same.
  ADD COLUMN "encrypted_pending_consent" bytea,
  ADD COLUMN "pending_consent_entered_by" text,
  -- Who entered the consent, and who approved it.
  ADD COLUMN "consent_entered_by" text,
  ADD COLUMN "consent_approved_by" text;
