-- A school's gifts to one fund, newest first: to a fund with few gifts, all of them would be read.
CREATE INDEX CONCURRENTLY "donation_of_school_fund" ON "donation" ("school_id", "fund_id", "created_at" DESC, "id" DESC);
