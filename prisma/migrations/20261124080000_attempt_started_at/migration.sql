-- When the first attempt of a credit began: before that, nothing has left for the platform.
alter table "credit" add column "attempt_started_at" timestamptz(3);
-- Room on each page: beginning an attempt then touches no index.
alter table "credit" set (fillfactor = 60);
