-- A school's gifts, newest first.
CREATE INDEX CONCURRENTLY "donation_of_school" ON "donation" ("school_id", "created_at" DESC, "id" DESC);
