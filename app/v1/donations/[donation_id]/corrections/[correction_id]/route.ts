import * as contract from "#lib/corrections/contract.ts";
import { getCorrection } from "#lib/corrections/queries.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const GET = bankEndpoint(contract.getCorrection, (scope, { params }) =>
  getCorrection(scope, params.donation_id, params.correction_id),
);
