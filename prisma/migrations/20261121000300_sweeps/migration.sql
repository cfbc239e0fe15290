-- What a sweep needs to find work that nobody is doing, and to start it again only once.

-- When something should happen next. Well past, and still pending: its run has been lost.
-- The generation rises with every new request for work; a run of an older one ends by itself.
ALTER TABLE "credit"
  ADD COLUMN "next_attempt_at" timestamptz(3) NOT NULL DEFAULT now(),
  ADD COLUMN "generation" integer NOT NULL DEFAULT 0;
-- The sweep's question: small, whatever the table holds.
CREATE INDEX "credit_pending" ON "credit" ("next_attempt_at") WHERE "status" = 'pending';
-- Nobody asks for pending donations by age any more: the sweep asks for credits.
DROP INDEX "donation_pending";

ALTER TABLE "webhook_delivery"
  ADD COLUMN "next_attempt_at" timestamptz(3) NOT NULL DEFAULT now(),
  ADD COLUMN "generation" integer NOT NULL DEFAULT 0;
CREATE INDEX "webhook_delivery_pending" ON "webhook_delivery" ("next_attempt_at")
  WHERE "status" = 'pending';

-- Since when an endpoint has taken nothing; null while it works.
ALTER TABLE "webhook_endpoint" ADD COLUMN "failing_since" timestamptz(3);

-- When a recurring donation is due again. One announcement each: the next donation, if it recurs,
-- brings its own.
ALTER TABLE "donation" ADD COLUMN "recurrence_due_at" timestamptz(3);
CREATE INDEX "donation_recurrence" ON "donation" ("recurrence_due_at")
  WHERE "recurrence_due_at" IS NOT NULL;

-- Mail that is to go out: sent by a durable function, kept for the operator and the sandbox's page.
CREATE TABLE "mail" (
  "id" uuid NOT NULL PRIMARY KEY,
  "to" text NOT NULL,
  "subject" text NOT NULL,
  "text" text NOT NULL,
  "html" text,
  "status" text NOT NULL DEFAULT 'pending' CHECK ("status" IN ('pending', 'sent', 'kept', 'failed')),
  "attempt_count" integer NOT NULL DEFAULT 0,
  "last_error" text,
  "next_attempt_at" timestamptz(3) NOT NULL DEFAULT now(),
  "generation" integer NOT NULL DEFAULT 0,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "sent_at" timestamptz(3)
);
-- The operator's list of what went to an address, newest first.
CREATE INDEX "mail_to" ON "mail" ("to", "created_at" DESC);
CREATE INDEX "mail_pending" ON "mail" ("next_attempt_at") WHERE "status" = 'pending';
