import * as contract from "#lib/batches/contract.ts";
import { closeBatch } from "#lib/batches/mutations.ts";
import { getBatch } from "#lib/batches/queries.ts";
import { schoolEndpoint } from "#lib/http/token-endpoints.ts";

export const POST = schoolEndpoint(contract.closeSchoolBatch, async (scope, { params }) => {
  await closeBatch(scope, params.batch_id);
  return getBatch(scope, params.batch_id);
});
