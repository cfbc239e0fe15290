-- What happens to a donation whose points and dollars disagree with the program's rate.
ALTER TABLE "loyalty_program"
  ADD COLUMN "points_check" text NOT NULL DEFAULT 'flag' CHECK ("points_check" IN ('off', 'flag', 'refuse'));
-- They disagreed when it was accepted. It settles all the same.
ALTER TABLE "donation" ADD COLUMN "points_mismatch" boolean NOT NULL DEFAULT false;
