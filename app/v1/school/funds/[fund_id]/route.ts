import { schoolEndpoint } from "#lib/http/token-endpoints.ts";
import * as contract from "#lib/schools/funds/contract.ts";
import { changeFund } from "#lib/schools/funds/mutations.ts";

export const PATCH = schoolEndpoint(contract.changeFund, (scope, { params, body }) =>
  changeFund(scope, params.fund_id, body),
);
