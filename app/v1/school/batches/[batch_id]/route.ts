import * as contract from "#lib/batches/contract.ts";
import { batchFile } from "#lib/batches/files.ts";
import { getBatch } from "#lib/batches/queries.ts";
import { schoolEndpoint } from "#lib/http/token-endpoints.ts";

export const GET = schoolEndpoint(
  contract.getSchoolBatch,
  (scope, { params }) => getBatch(scope, params.batch_id),
  { "text/csv": (scope, { params, query }) => batchFile(scope, params.batch_id, query.format) },
);
