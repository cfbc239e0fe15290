-- The embedded executor's one table: a run is both its state and its place in the queue, because a
-- run has exactly one next call at any time (steps in parallel are refused).

CREATE TABLE "executor_run" (
  "id" uuid NOT NULL PRIMARY KEY,
  "function_id" text NOT NULL,
  "event_id" text NOT NULL,
  -- JSON, here and below, as text: what a step returned comes back as it was, NUL and lone surrogates
  -- included, which `jsonb` refuses.
  "event" text NOT NULL,
  -- What a concurrency limit counts: the function, with the value of the limit's key where it has one.
  "queue" text NOT NULL,
  "status" text NOT NULL DEFAULT 'running' CHECK ("status" IN ('running', 'completed', 'failed')),
  -- Results of finished steps in their order, each {"id", "data"} or {"id", "error"}.
  "steps" text[] NOT NULL DEFAULT '{}',
  -- Failed tries of the next step.
  "attempt" integer NOT NULL DEFAULT 0 CHECK ("attempt" >= 0),
  -- When the run may be claimed. While it is held: when its lease ends. Full precision, because a
  -- rounded-up time would hide a new run from the claim that follows its insert.
  "due_at" timestamptz DEFAULT now(),
  -- Rises with every claim: who writes under an older number has lost the run (fencing).
  "lease" bigint NOT NULL DEFAULT 0,
  -- Claimed and not given back. Due all the same: the holder was lost.
  "held" boolean NOT NULL DEFAULT false,
  "output" text,
  "error" text,
  "created_at" timestamptz NOT NULL DEFAULT now(),
  "ended_at" timestamptz,
  -- An event starts a function once, however often it is sent.
  CONSTRAINT "executor_run_event" UNIQUE ("function_id", "event_id"),
  -- A run that has not ended always comes up again: none can be forgotten.
  CONSTRAINT "executor_run_due_or_ended" CHECK (
    ("status" = 'running') = ("due_at" IS NOT NULL) AND ("status" = 'running') = ("ended_at" IS NULL)
  ),
  CONSTRAINT "executor_run_held" CHECK (NOT "held" OR "status" = 'running'),
  CONSTRAINT "executor_run_error" CHECK (("status" = 'failed') = ("error" IS NOT NULL))
) WITH (
  -- Room on each page, so that noting a step's result touches no index; and dead rows of a busy queue
  -- cleared soon, so that a claim does not walk over them.
  fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1
);
-- A claim: the queues that have work, and the head of each.
CREATE INDEX "executor_run_due" ON "executor_run" ("queue", "due_at") WHERE "due_at" IS NOT NULL;
-- A claim: how many runs of a queue are held. At most a few hundred entries.
CREATE INDEX "executor_run_held_by_queue" ON "executor_run" ("queue") WHERE "held";
-- Pruning: the runs that ended first.
CREATE INDEX "executor_run_ended" ON "executor_run" ("ended_at") WHERE "ended_at" IS NOT NULL;
