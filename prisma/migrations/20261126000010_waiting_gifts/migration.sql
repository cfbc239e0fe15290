-- A school's gifts that wait for its platform, newest first. As small as their number, however large the table is.
CREATE INDEX CONCURRENTLY "donation_waiting" ON "donation" ("school_id", "created_at" DESC, "id" DESC) WHERE "status" = 'pending';
