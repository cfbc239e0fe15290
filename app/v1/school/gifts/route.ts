import * as contract from "#lib/batches/contract.ts";
import { giftsCsv } from "#lib/batches/files.ts";
import { listGifts } from "#lib/batches/queries.ts";
import { schoolEndpoint } from "#lib/http/token-endpoints.ts";

export const GET = schoolEndpoint(
  contract.listSchoolGifts,
  (scope, { query }) => listGifts(scope, query),
  { "text/csv": (scope, { query }) => giftsCsv(scope, query) },
);
