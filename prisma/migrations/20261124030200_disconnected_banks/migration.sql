-- A person has disconnected an account of this bank: it activates none for them without their consent.
CREATE TABLE "disconnected_bank" (
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id") ON DELETE CASCADE,
  "cardholder_id" uuid NOT NULL REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  "disconnected_at" timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("bank_id", "cardholder_id")
);
