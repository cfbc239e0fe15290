-- A school's gifts that weren't accepted, for its reports. As small as their number.
CREATE INDEX CONCURRENTLY "donation_refused" ON "donation" ("school_id", "failed_at") WHERE "status" = 'failed';
