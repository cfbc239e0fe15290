import * as contract from "#lib/certification/contract.ts";
import { getCertification } from "#lib/certification/queries.ts";
import { bankEndpoint } from "#lib/http/bank-endpoint.ts";

export const GET = bankEndpoint(contract.getCertification, (scope, { params }) =>
  getCertification(scope, params.certification_id),
);
