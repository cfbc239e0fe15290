-- That an engine has taken the jobs of this database, ever. There is one row at most.
CREATE TABLE "engine_registration" (
  "id" integer PRIMARY KEY DEFAULT 1 CHECK ("id" = 1),
  "registered_at" timestamptz(3) NOT NULL DEFAULT now()
);
