-- Earlier references, too. Most are in canonical form already and stay as they are. Of several that look the same, the
-- first gets the canonical form, and the others keep theirs.
-- safe: it reads without locks, and changes only the few rows whose reference isn't in canonical form.
DO $$
DECLARE earlier uuid;
BEGIN
  FOR earlier IN SELECT "id" FROM "donation"
    WHERE NOT "canonical_key" AND "reference_key"("bank_transaction_ref", true) <> "bank_transaction_ref"
    ORDER BY "created_at", "id"
  LOOP
    BEGIN
      UPDATE "donation" SET "canonical_key" = true WHERE "id" = earlier;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END LOOP;
  FOR earlier IN SELECT "id" FROM "account"
    WHERE NOT "canonical_key" AND "reference_key"("bank_user_id", true) <> "bank_user_id"
    ORDER BY "linked_at", "id"
  LOOP
    BEGIN
      UPDATE "account" SET "canonical_key" = true WHERE "id" = earlier;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END LOOP;
END $$;
