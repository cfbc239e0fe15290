-- When the cardholder accepted a link; null until they do. A bank can link anyone's address, so until then the
-- link is the bank's claim, and its gifts count in none of the person's totals.
ALTER TABLE "account" ADD COLUMN "accepted_at" timestamptz(3);

-- Whether a donation counts as its cardholder's own: set when it is accepted, and later when they accept the link.
ALTER TABLE "donation" ADD COLUMN "attributed" boolean NOT NULL DEFAULT true;
