import * as contract from "#lib/batches/contract.ts";
import { listBatches } from "#lib/batches/queries.ts";
import { schoolEndpoint } from "#lib/http/token-endpoints.ts";

export const GET = schoolEndpoint(contract.listSchoolBatches, (scope, { query }) =>
  listBatches(scope, query),
);
