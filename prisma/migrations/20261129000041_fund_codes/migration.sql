-- The codes of funds are with the funds. Batches that are closed keep theirs.
-- safe: these are the few funds that operators have named, and the previous release reads the codes of both.
UPDATE "fund" SET "platform_code" = "code"."value"
FROM (
  SELECT "school_id", "key", "value"
  FROM "batch_settings", jsonb_each_text("settings" -> 'fundCodes')
) AS "code"
WHERE "fund"."school_id" = "code"."school_id" AND "fund"."fund_id" = "code"."key"
  AND "fund"."platform_code" IS NULL AND "code"."value" <> '';
