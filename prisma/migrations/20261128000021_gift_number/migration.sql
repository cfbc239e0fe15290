-- Gift numbers are unique, and found by search.
CREATE UNIQUE INDEX CONCURRENTLY "donation_gift_number" ON "donation" ("gift_number"("id"));
