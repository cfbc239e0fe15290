-- The donations of a link that its cardholder has not accepted.
CREATE INDEX CONCURRENTLY "donation_unattributed" ON "donation"
  ("cardholder_id", "account_id", "created_at" DESC, "id" DESC) WHERE NOT "attributed";
