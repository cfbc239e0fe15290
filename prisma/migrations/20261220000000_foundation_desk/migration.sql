-- The month in which the foundation's fiscal year begins: 1 is January.
ALTER TABLE "school" ADD COLUMN "fiscal_year_month" smallint NOT NULL DEFAULT 1
  CHECK ("fiscal_year_month" BETWEEN 1 AND 12);

-- The first day of the last month whose report a member has been emailed; null if they haven't asked for reports.
ALTER TABLE "membership" ADD COLUMN "report_month" date;

-- safe: nothing has been released. What is left of a file stays in its decisions, so there is no result to keep.
ALTER TABLE "decision_upload" DROP COLUMN "applied_at", DROP COLUMN "result";
