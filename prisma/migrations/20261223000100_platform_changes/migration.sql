-- When the school left its previous platform, if it had one: that one has what was credited before, and only its foundation can
-- take that back.
ALTER TABLE "platform_config" ADD COLUMN "left_previous_at" timestamptz(3);
