import * as contract from "#lib/corrections/contract.ts";
import { recordPointsReturned } from "#lib/corrections/decisions.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const POST = bankEndpoint(contract.recordPointsReturned, (scope, { params, body }) =>
  recordPointsReturned(scope, params.donation_id, params.correction_id, body),
);
