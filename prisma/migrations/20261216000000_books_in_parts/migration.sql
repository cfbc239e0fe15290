-- A statement's documents are written after it was closed, and in parts: it can have millions of lines.

-- When they were, and what was due was covered. Until then nobody reads them, and the next close does it.
ALTER TABLE "statement" ADD COLUMN "issued_at" timestamptz(3);
-- safe: nothing has been released.
CREATE INDEX "statement_unissued" ON "statement" ("bank_id") WHERE "issued_at" IS NULL;

-- safe: nothing has been released. Each part is compressed, and a document is all of its parts.
DROP TABLE "statement_document";
CREATE TABLE "statement_document" (
  "statement_id" uuid NOT NULL REFERENCES "statement" ("id"),
  -- Whose section it is; empty for the bank's whole statement.
  "school_id" text NOT NULL,
  "format" text NOT NULL CHECK ("format" IN ('json', 'csv', 'pdf')),
  "part" integer NOT NULL,
  "body" bytea NOT NULL,
  PRIMARY KEY ("statement_id", "school_id", "format", "part")
);

-- What a book has other than gifts: few, and what's due since the last close follows from them.
-- safe: nothing has been released.
CREATE INDEX "ledger_transfer_corrections" ON "ledger_transfer" ("book_id", "posted_at") WHERE "kind" <> 'gift';
