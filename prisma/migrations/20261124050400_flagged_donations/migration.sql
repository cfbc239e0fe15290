-- A bank's flagged donations, newest first: few.
CREATE INDEX CONCURRENTLY "donation_points_mismatch" ON "donation" ("bank_id", "created_at" DESC, "id" DESC)
  WHERE "points_mismatch";
