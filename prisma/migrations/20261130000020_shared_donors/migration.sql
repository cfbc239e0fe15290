-- What a gift's school is told of its donor, as of when the gift was accepted: nothing if they stay anonymous. The
-- address is a copy of the person's encrypted one.
ALTER TABLE "donation" ADD COLUMN "donor_name" text, ADD COLUMN "donor_email" text,
  ADD COLUMN "encrypted_donor_address" bytea;

CREATE FUNCTION "keep_shared_donor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."cardholder_id" IS NULL OR NEW."share_with_school" = 'nothing' THEN
    RETURN NEW;
  END IF;
  -- A name that only they can change, or else the one that this bank gave: an unverified address gets no other name.
  SELECT coalesce(CASE WHEN p."password_hash" IS NOT NULL THEN p."display_name" END, a."display_name"),
    CASE WHEN p."password_hash" IS NULL OR lower(a."email") = lower(p."email")
      THEN coalesce(a."email", p."email") ELSE p."email" END,
    CASE WHEN NEW."share_with_school" = 'address' THEN p."encrypted_postal_address" END
  INTO NEW."donor_name", NEW."donor_email", NEW."encrypted_donor_address"
  -- "Offset 0" makes the planner look up by key, as in the view "giver".
  FROM (SELECT * FROM "cardholder" WHERE "id" = NEW."cardholder_id" OFFSET 0) p
  LEFT JOIN LATERAL (SELECT * FROM "account"
    WHERE "id" = NEW."account_id" AND "cardholder_id" = NEW."cardholder_id" OFFSET 0) a ON true;
  RETURN NEW;
END $$;

CREATE TRIGGER "keep_shared_donor" BEFORE INSERT ON "donation"
  FOR EACH ROW EXECUTE FUNCTION "keep_shared_donor"();

-- The donor of each gift whose school may know who gave. A gift that was accepted before this was kept has what is known
-- today.
CREATE VIEW "shared_donor" AS
SELECT d."id" AS "donation_id", d."cardholder_id",
  CASE WHEN d."donor_email" IS NULL THEN earlier."name" ELSE d."donor_name" END AS "stated_name",
  coalesce(d."donor_name", d."donor_email", earlier."name", earlier."email") AS "name",
  coalesce(d."donor_email", earlier."email") AS "email",
  coalesce(d."encrypted_donor_address", earlier."address") AS "encrypted_postal_address"
FROM "donation" d LEFT JOIN LATERAL (
  SELECT coalesce(g."own_name", a."display_name") AS "name", g."platform_email" AS "email",
    CASE WHEN d."share_with_school" = 'address' THEN p."encrypted_postal_address" END AS "address"
  FROM "giver" g JOIN "cardholder" p ON p."id" = g."cardholder_id"
  LEFT JOIN "account" a ON a."id" = d."account_id" AND a."cardholder_id" = d."cardholder_id"
  WHERE g."donation_id" = d."id" AND d."donor_email" IS NULL
  OFFSET 0) earlier ON true
WHERE d."cardholder_id" IS NOT NULL AND d."share_with_school" IS DISTINCT FROM 'nothing';
