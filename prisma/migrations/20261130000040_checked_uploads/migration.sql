-- What an uploaded file would do, found out once: its page is read again and again.
ALTER TABLE "decision_upload" ADD COLUMN "checked" jsonb;
