-- The team that an email is for: 'school:<id>', 'bank:<id>', or 'operator'. Whoever leaves it doesn't get it anymore.
ALTER TABLE "email" ADD COLUMN "tenant" text;
