-- Attempts that may have reached the school's platform, whose outcome isn't known. Null: none were counted.
ALTER TABLE "credit" ADD COLUMN "open_attempts" integer;
