-- When the first attempt of a credit began: before that, nothing has left for the platform.
alter table "credit" add column "attempt_started_at" timestamptz(3);
