-- The accounts in a side's own general ledger, by which its journal is exported. Without a row, they have our names.
CREATE TABLE "journal_accounts" (
  -- `bank:<id>` or `school:<id>`
  "tenant" text NOT NULL PRIMARY KEY,
  "accounts" jsonb NOT NULL
);
