-- A cardholder's own donations, newest first: without those of a link that they have not accepted, which may be many.
CREATE INDEX CONCURRENTLY "donation_own" ON "donation"
  ("cardholder_id", "created_at" DESC, "id" DESC) WHERE "attributed";
