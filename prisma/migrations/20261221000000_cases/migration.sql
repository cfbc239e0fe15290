-- What donors say is wrong with their gifts, and the answers.
CREATE TABLE "gift_case" (
  "id" uuid NOT NULL PRIMARY KEY,
  "donation_id" uuid NOT NULL REFERENCES "donation" ("id") ON DELETE CASCADE,
  "cardholder_id" uuid NOT NULL REFERENCES "cardholder" ("id") ON DELETE CASCADE,
  -- As the gift has them.
  "bank_id" uuid NOT NULL REFERENCES "bank" ("id") ON DELETE CASCADE,
  "school_id" text NOT NULL REFERENCES "school" ("id") ON DELETE CASCADE,
  "kind" text NOT NULL
    CHECK ("kind" IN ('wrong_amount', 'wrong_school', 'wrong_fund', 'wrong_name', 'not_mine', 'other')),
  -- The donor's own.
  "words" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "ended_at" timestamptz(3),
  -- The team that answered: `bank:<id>`, `school:<id>`, or `operator`; null if a correction ended it.
  "answered_for" text,
  "answer" text,
  CHECK (("answer" IS NULL) = ("answered_for" IS NULL)),
  CHECK ("answer" IS NULL OR "ended_at" IS NOT NULL)
);

CREATE UNIQUE INDEX "gift_case_open" ON "gift_case" ("donation_id") WHERE "ended_at" IS NULL;
CREATE INDEX "gift_case_of_gift" ON "gift_case" ("donation_id", "created_at" DESC);
CREATE INDEX "gift_case_of_person" ON "gift_case" ("cardholder_id", "created_at" DESC);
CREATE INDEX "gift_case_of_bank" ON "gift_case" ("bank_id", ("ended_at" IS NULL), "created_at" DESC, "id" DESC);
CREATE INDEX "gift_case_of_school" ON "gift_case" ("school_id", ("ended_at" IS NULL), "created_at" DESC, "id" DESC);
CREATE INDEX "gift_case_list" ON "gift_case" (("ended_at" IS NULL), "created_at" DESC, "id" DESC);
CREATE INDEX "gift_case_ended" ON "gift_case" ("ended_at");
