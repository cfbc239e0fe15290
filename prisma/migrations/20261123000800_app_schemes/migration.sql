-- Schemes of a bank's apps (`examplebank`), to which a person may be sent back beside https.
ALTER TABLE "bank" ADD COLUMN "app_schemes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
