-- The bank whose requests caused an email, so that its many do not hold up those of others. Null: none did.
ALTER TABLE "mail" ADD COLUMN "bank_id" uuid;
