-- Donors decide what the school learns about them.
ALTER TABLE "cardholder"
  -- Their last choice; null if they haven't made one.
  ADD COLUMN "share_with_school" text,
  ADD COLUMN "encrypted_postal_address" bytea,
  ADD CONSTRAINT "cardholder_share_with_school"
    CHECK ("share_with_school" IN ('name', 'address', 'nothing')) NOT VALID;

-- The choice for this gift, which never changes. Null if the bank submitted it: name and email.
ALTER TABLE "donation"
  ADD COLUMN "share_with_school" text,
  ADD CONSTRAINT "donation_share_with_school"
    CHECK ("share_with_school" IN ('name', 'address', 'nothing')) NOT VALID;
