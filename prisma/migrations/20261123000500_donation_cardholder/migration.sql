-- The person who was linked when a donation was accepted: it stays theirs, whoever the account belongs
-- to later (docs/decisions/0033).
ALTER TABLE "donation" ADD COLUMN "cardholder_id" uuid;
-- Checked for every row that is written from now on; those before are filled in portions
-- (installation/backfill.ts), and are checked then.
ALTER TABLE "donation" ADD CONSTRAINT "donation_cardholder_id_fkey"
  FOREIGN KEY ("cardholder_id") REFERENCES "cardholder" ("id") NOT VALID;

-- A process of the release before accepts donations without it. Ours name it, and the condition
-- keeps the function from being called at all.
CREATE FUNCTION "donation_cardholder"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT cardholder_id INTO NEW.cardholder_id FROM account WHERE id = NEW.account_id;
  RETURN NEW;
END $$;
CREATE TRIGGER "donation_cardholder" BEFORE INSERT ON "donation" FOR EACH ROW
  WHEN (NEW.account_id IS NOT NULL AND NEW.cardholder_id IS NULL)
  EXECUTE FUNCTION "donation_cardholder"();

-- The person whom an embedded session was opened for. Null: opened by a process of the release before.
ALTER TABLE "embed_session" ADD COLUMN "cardholder_id" uuid;
