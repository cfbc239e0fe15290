-- The accounts in a side's own general ledger, by which its journal is exported. Without a row, they have our names.
CREATE TABLE "journal_accounts" (
  -- `bank:<id>` or `school:<id>`
  "tenant" text NOT NULL PRIMARY KEY,
  "balance" text NOT NULL CHECK (char_length("balance") BETWEEN 1 AND 60),
  "gifts" text NOT NULL CHECK (char_length("gifts") BETWEEN 1 AND 60),
  "cash" text NOT NULL CHECK (char_length("cash") BETWEEN 1 AND 60),
  "write_offs" text NOT NULL CHECK (char_length("write_offs") BETWEEN 1 AND 60)
);
