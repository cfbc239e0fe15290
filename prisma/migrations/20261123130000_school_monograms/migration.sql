-- The letters on a school's picture, and what else fans call it. A null monogram is derived from the name, and
-- so are those of schools that the release before imports.
ALTER TABLE "school"
  ADD COLUMN "monogram" text,
  ADD COLUMN "aliases" text[] NOT NULL DEFAULT '{}';
