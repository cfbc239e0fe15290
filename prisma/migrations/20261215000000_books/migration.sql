-- The books: who owes what to whom. The ledger knows books, accounts, and transfers, and nothing of gifts (lib/ledger);
-- statements, payments, and coverage are beside it (lib/books).

-- ── The ledger ──────────────────────────────────────────────────────────────────────────────────

-- A bank's book: its accounts are closed together.
CREATE TABLE "ledger_book" (
  "id" uuid NOT NULL PRIMARY KEY REFERENCES "bank" ("id") ON DELETE CASCADE,
  -- Nothing posts before it: it's where the last statement ends.
  "cut_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- Where that statement begins, which is written after the cut.
  "previous_cut_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- Where the current period ends: computed once, when it begins. Null until then.
  "period_ends_at" timestamptz(3)
);

-- Two per pair of bank and foundation, made in the statement that first posts between them. Their IDs follow from
-- the pair, so that posting looks nothing up.
CREATE TABLE "ledger_account" (
  "id" uuid NOT NULL PRIMARY KEY,
  "book_id" uuid NOT NULL REFERENCES "ledger_book" ("id"),
  "party" text NOT NULL REFERENCES "school" ("id"),
  "kind" text NOT NULL CHECK ("kind" IN ('due_from_bank', 'due_to_foundation'))
);
CREATE UNIQUE INDEX "ledger_account_pair" ON "ledger_account" ("book_id", "party", "kind");

CREATE FUNCTION "ledger_account_id"(of_book uuid, of_party text, of_kind text) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT md5(of_book::text || ':' || of_party || ':' || of_kind)::uuid
$$;

-- Balanced by construction: one debit and one credit of the same cents. Never changed: a correction is another transfer.
CREATE TABLE "ledger_transfer" (
  "id" uuid NOT NULL PRIMARY KEY,
  "book_id" uuid NOT NULL,
  "debit_id" uuid NOT NULL REFERENCES "ledger_account" ("id"),
  "credit_id" uuid NOT NULL REFERENCES "ledger_account" ("id"),
  "cents" bigint NOT NULL CHECK ("cents" > 0),
  "kind" text NOT NULL CHECK ("kind" IN ('gift', 'reversal', 'payment', 'payment_return', 'refund', 'write_off')),
  -- What it was posted for, once: the gift, the correction, or the payment.
  "cause_id" uuid NOT NULL,
  -- The gift that it is about, if any.
  "gift_id" uuid,
  -- The transfer that it corrects. Without a foreign key, which would need the right to update this table.
  "corrects_id" uuid,
  "occurred_at" timestamptz(3) NOT NULL,
  "posted_at" timestamptz(3) NOT NULL,
  CHECK ("debit_id" <> "credit_id"),
  CHECK (("kind" IN ('reversal', 'payment_return')) = ("corrects_id" IS NOT NULL))
);
-- Nothing is posted twice.
CREATE UNIQUE INDEX "ledger_transfer_cause" ON "ledger_transfer" ("cause_id");
-- A book in its order: the lines of a statement, and what came after the last one.
CREATE INDEX "ledger_transfer_order" ON "ledger_transfer" ("book_id", "posted_at", "id");
-- What corrects a transfer.
CREATE INDEX "ledger_transfer_corrects" ON "ledger_transfer" ("corrects_id") WHERE "corrects_id" IS NOT NULL;

CREATE FUNCTION "ledger_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The ledger only grows: post a transfer that corrects this one.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "ledger_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_transfer"
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_append_only"();
REVOKE UPDATE, DELETE, TRUNCATE ON "ledger_transfer" FROM PUBLIC, CURRENT_USER;

-- The time at which these books post: the later of the clock and the last cut, read under a lock that keeps them from
-- being cut until the transaction ends. In the order of their IDs, so that nobody waits in a circle. The statement that
-- calls it must change nothing before. (A function that may change data sees what was committed while it waited.)
CREATE FUNCTION "ledger_clock"(of_books uuid[]) RETURNS TABLE ("book_id" uuid, "cut_at" timestamptz, "now" timestamptz)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(book.id::text, 0))
  FROM (SELECT DISTINCT id FROM unnest(of_books) AS given(id) ORDER BY id) AS book;
  RETURN QUERY SELECT b.id, b.cut_at::timestamptz, date_trunc('milliseconds', clock_timestamp())
    FROM ledger_book b WHERE b.id = ANY (of_books);
END $$;

-- Cuts a book, while nobody posts to it.
-- @returns the new cut; null unless it's past, and after the last one
CREATE FUNCTION "ledger_cut"(of_book uuid, at timestamptz) RETURNS timestamptz
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(of_book::text, 0));
  UPDATE ledger_book b SET previous_cut_at = b.cut_at, cut_at = at
  WHERE b.id = of_book AND b.cut_at < at AND at <= date_trunc('milliseconds', clock_timestamp());
  RETURN CASE WHEN FOUND THEN at END;
END $$;

CREATE FUNCTION "open_ledger_book"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_book (id, cut_at, previous_cut_at) VALUES (NEW.id, NEW.created_at, NEW.created_at);
  RETURN NULL;
END $$;
CREATE TRIGGER "open_ledger_book" AFTER INSERT ON "bank"
  FOR EACH ROW EXECUTE FUNCTION "open_ledger_book"();
INSERT INTO "ledger_book" ("id", "cut_at", "previous_cut_at") SELECT "id", "created_at", "created_at" FROM "bank";

-- ── Statements ──────────────────────────────────────────────────────────────────────────────────

-- From the next period on.
ALTER TABLE "bank"
  ADD COLUMN "time_zone" text NOT NULL DEFAULT 'America/New_York',
  ADD COLUMN "statement_schedule" text NOT NULL DEFAULT 'monthly'
    CHECK ("statement_schedule" IN ('daily', 'weekly', 'monthly')),
  ADD COLUMN "terms_days" smallint NOT NULL DEFAULT 30 CHECK ("terms_days" BETWEEN 0 AND 365),
  ADD COLUMN "billing_email" text;

-- The last number in a series, of a bank or of a foundation. Locked in the order of the series.
CREATE TABLE "statement_counter" (
  "series" text NOT NULL PRIMARY KEY,
  "last_number" integer NOT NULL CHECK ("last_number" >= 0)
);

CREATE TABLE "statement" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id"),
  "number" integer NOT NULL CHECK ("number" > 0),
  -- Half open. A transfer is on the statement whose interval has its time.
  "from_at" timestamptz(3) NOT NULL,
  "to_at" timestamptz(3) NOT NULL,
  "time_zone" text NOT NULL,
  "due_on" date NOT NULL,
  "closed_at" timestamptz(3) NOT NULL,
  "opening_cents" bigint NOT NULL,
  -- What it adds to what the bank owes: gifts and corrections, and each kind of payment.
  "total_cents" bigint NOT NULL,
  "payments_cents" bigint NOT NULL,
  "returns_cents" bigint NOT NULL,
  "refunds_cents" bigint NOT NULL,
  "write_offs_cents" bigint NOT NULL,
  "closing_cents" bigint NOT NULL,
  "previous_digest" bytea CHECK (octet_length("previous_digest") = 32),
  "digest" bytea NOT NULL CHECK (octet_length("digest") = 32),
  -- When its own lines were first covered in full.
  "paid_at" timestamptz(3),
  CHECK ("from_at" < "to_at"),
  CHECK ("closing_cents" = "opening_cents" + "total_cents" + "payments_cents" + "returns_cents"
    + "refunds_cents" + "write_offs_cents")
);
CREATE UNIQUE INDEX "statement_number" ON "statement" ("bank_id", "number");
-- Intervals follow one another, so each begins where another ends. Also finds a gift's statement.
CREATE UNIQUE INDEX "statement_from" ON "statement" ("bank_id", "from_at");

-- The part of a statement for a foundation: its remittance advice, in a series of its own.
CREATE TABLE "statement_section" (
  "statement_id" uuid NOT NULL REFERENCES "statement" ("id"),
  "school_id" text NOT NULL REFERENCES "school" ("id"),
  "bank_id" uuid NOT NULL,
  "number" integer NOT NULL CHECK ("number" > 0),
  "line_count" integer NOT NULL,
  "opening_cents" bigint NOT NULL,
  "total_cents" bigint NOT NULL,
  "payments_cents" bigint NOT NULL,
  "returns_cents" bigint NOT NULL,
  "refunds_cents" bigint NOT NULL,
  "write_offs_cents" bigint NOT NULL,
  "closing_cents" bigint NOT NULL,
  "digest" bytea NOT NULL CHECK (octet_length("digest") = 32),
  -- Its own lines, net of reversals, and how much of them is covered. They change, and are in no digest.
  "net_cents" bigint NOT NULL,
  "covered_cents" bigint NOT NULL,
  PRIMARY KEY ("statement_id", "school_id"),
  CHECK ("closing_cents" = "opening_cents" + "total_cents" + "payments_cents" + "returns_cents"
    + "refunds_cents" + "write_offs_cents")
);
CREATE UNIQUE INDEX "statement_section_number" ON "statement_section" ("school_id", "number");
-- A pair's sections: the last closing, and aging.
CREATE INDEX "statement_section_pair" ON "statement_section" ("bank_id", "school_id");

-- What was issued: rendered once. Compressed.
CREATE TABLE "statement_document" (
  "statement_id" uuid NOT NULL REFERENCES "statement" ("id"),
  -- Whose section it is; empty for the bank's whole statement.
  "school_id" text NOT NULL,
  "format" text NOT NULL CHECK ("format" IN ('json', 'csv', 'pdf')),
  "body" bytea NOT NULL,
  PRIMARY KEY ("statement_id", "school_id", "format")
);

-- ── Payments, and what they cover ───────────────────────────────────────────────────────────────

CREATE TABLE "payment" (
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id"),
  "school_id" text NOT NULL REFERENCES "school" ("id"),
  -- `sent` is the bank's claim, which posts nothing.
  "kind" text NOT NULL CHECK ("kind" IN ('received', 'sent', 'payment_return', 'refund', 'write_off')),
  "cents" bigint NOT NULL CHECK ("cents" > 0),
  "value_date" date NOT NULL,
  -- The caller's own reference, and the team that it is of: together the idempotency key.
  "payment_ref" text NOT NULL CHECK (char_length("payment_ref") BETWEEN 1 AND 255),
  "recorded_for" text NOT NULL,
  "wire_reference" text CHECK (char_length("wire_reference") BETWEEN 1 AND 140),
  "reason" text CHECK (char_length("reason") BETWEEN 1 AND 500),
  -- The payment that this one returns.
  "returns_id" uuid REFERENCES "payment" ("id"),
  -- The claim that a payment received meets.
  "claim_id" uuid REFERENCES "payment" ("id"),
  "recorded_by" text NOT NULL,
  "recorded_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- Whether it posts only after a second person has approved it, and who did.
  "needs_approval" boolean NOT NULL,
  "approved_by" text,
  "posted_at" timestamptz(3),
  "returned_at" timestamptz(3),
  -- What it doesn't cover yet.
  "free_cents" bigint NOT NULL DEFAULT 0 CHECK ("free_cents" BETWEEN 0 AND "cents"),
  CHECK (("kind" IN ('received', 'sent')) = ("wire_reference" IS NOT NULL)),
  CHECK (("kind" = 'payment_return') = ("returns_id" IS NOT NULL)),
  CHECK ("kind" = 'received' OR "claim_id" IS NULL),
  CHECK ("approved_by" <> "recorded_by"),
  CHECK ("posted_at" IS NULL OR NOT "needs_approval" OR "approved_by" IS NOT NULL)
);
CREATE UNIQUE INDEX "payment_reference" ON "payment" ("recorded_for", "payment_ref");
-- The same wire isn't recorded twice, unless it was returned.
CREATE UNIQUE INDEX "payment_wire" ON "payment" ("bank_id", "school_id", "kind", "wire_reference", "value_date")
  WHERE "wire_reference" IS NOT NULL AND "returned_at" IS NULL;
CREATE UNIQUE INDEX "payment_returned_once" ON "payment" ("returns_id");
CREATE UNIQUE INDEX "payment_claim" ON "payment" ("claim_id");
-- A pair's payments that can cover more, oldest first.
CREATE INDEX "payment_free" ON "payment" ("bank_id", "school_id", "posted_at", "id") WHERE "free_cents" > 0;
-- A pair's payments, newest first.
CREATE INDEX "payment_pair" ON "payment" ("bank_id", "school_id", "recorded_at" DESC, "id" DESC);
CREATE INDEX "payment_school" ON "payment" ("school_id", "recorded_at" DESC, "id" DESC);

-- What payments cover: the gifts on closed statements, net of reversals, and refunds.
CREATE TABLE "due_line" (
  -- The gift, or the refund.
  "id" uuid NOT NULL PRIMARY KEY,
  "bank_id" uuid NOT NULL,
  "school_id" text NOT NULL,
  -- Null for a refund.
  "statement_id" uuid REFERENCES "statement" ("id"),
  "posted_at" timestamptz(3) NOT NULL,
  "cents" bigint NOT NULL CHECK ("cents" >= 0),
  "covered_cents" bigint NOT NULL DEFAULT 0,
  -- The payment that covered the last of it, which decides its dates. A later reversal doesn't change them.
  "cleared_by" uuid REFERENCES "payment" ("id"),
  CHECK ("covered_cents" BETWEEN 0 AND "cents")
) WITH (fillfactor = 80);
-- A pair's open lines, oldest first.
CREATE INDEX "due_line_open" ON "due_line" ("bank_id", "school_id", "posted_at", "id")
  WHERE "covered_cents" < "cents";

CREATE TABLE "coverage" (
  "line_id" uuid NOT NULL REFERENCES "due_line" ("id"),
  "payment_id" uuid NOT NULL REFERENCES "payment" ("id"),
  "cents" bigint NOT NULL CHECK ("cents" > 0),
  PRIMARY KEY ("line_id", "payment_id")
);
-- What a payment covers.
CREATE INDEX "coverage_payment" ON "coverage" ("payment_id");

-- What the last check of the books has found. At most one row.
CREATE TABLE "ledger_check" (
  "id" integer PRIMARY KEY DEFAULT 1 CHECK ("id" = 1),
  "checked_at" timestamptz(3) NOT NULL,
  "finding_count" integer NOT NULL,
  -- The first finding.
  "first" text
);

-- ── The role of those who pay and close ─────────────────────────────────────────────────────────

-- safe: replaced by one that allows more.
ALTER TABLE "membership" DROP CONSTRAINT "membership_check2";
-- safe: replaced by one that allows more.
ALTER TABLE "invitation" DROP CONSTRAINT "invitation_check2";
ALTER TABLE "membership" ADD CONSTRAINT "membership_role" CHECK (CASE "kind"
  WHEN 'school' THEN "role" IN ('viewer', 'processor', 'finance', 'admin')
  WHEN 'bank' THEN "role" IN ('viewer', 'support', 'finance', 'developer', 'admin')
  WHEN 'operator' THEN "role" IN ('support', 'finance', 'admin') ELSE false END) NOT VALID;
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_role" CHECK (CASE "kind"
  WHEN 'school' THEN "role" IN ('viewer', 'processor', 'finance', 'admin')
  WHEN 'bank' THEN "role" IN ('viewer', 'support', 'finance', 'developer', 'admin')
  WHEN 'operator' THEN "role" IN ('support', 'finance', 'admin') ELSE false END) NOT VALID;
-- safe: replaced by one that allows more.
ALTER TABLE "service_key" DROP CONSTRAINT "service_key_role_check";
ALTER TABLE "service_key" ADD CONSTRAINT "service_key_role" CHECK ("role" IN ('viewer', 'processor', 'finance')) NOT VALID;
