import { schoolEndpoint } from "#lib/http/token-endpoints.ts";
import * as contract from "#lib/schools/funds/contract.ts";
import { createFund } from "#lib/schools/funds/mutations.ts";
import { listFunds } from "#lib/schools/funds/queries.ts";

export const GET = schoolEndpoint(contract.listFunds, (scope) => listFunds(scope));

export const POST = schoolEndpoint(contract.createFund, (scope, { body }) =>
  createFund(scope, body),
);
