-- From now on, also for what a process of the previous release stores.
ALTER TABLE "donation" ALTER COLUMN "canonical_key" SET DEFAULT true;
ALTER TABLE "account" ALTER COLUMN "canonical_key" SET DEFAULT true;
