-- Foundations set up their receipts and their appearance.
ALTER TABLE "school_record"
  -- Whose name receipts carry, with their title, and a sentence of thanks.
  ADD COLUMN "signatory_name" text,
  ADD COLUMN "signatory_title" text,
  ADD COLUMN "receipt_thanks" text,
  ADD CONSTRAINT "school_record_wording" CHECK (char_length("signatory_name") <= 100
    AND char_length("signatory_title") <= 100 AND char_length("receipt_thanks") <= 300) NOT VALID;

ALTER TABLE "school"
  -- When the foundation last changed how the school looks. From then on, the directory import leaves that as it is.
  ADD COLUMN "appearance_edited_at" timestamptz(3);
