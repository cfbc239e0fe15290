-- What the two concurrency limits of a run's function count it under. Empty: it is counted under its queue.
ALTER TABLE "executor_run" ADD COLUMN "concurrency_keys" text[] NOT NULL DEFAULT '{}';
