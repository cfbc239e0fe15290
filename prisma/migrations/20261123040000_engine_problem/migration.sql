-- What keeps an Inngest server from getting jobs, for the operator's command. There is one row at most.
CREATE TABLE "engine_problem" (
  "id" integer PRIMARY KEY DEFAULT 1 CHECK ("id" = 1),
  "reason" text NOT NULL,
  "since" timestamptz(3) NOT NULL DEFAULT now(),
  "last_at" timestamptz(3) NOT NULL DEFAULT now()
);
