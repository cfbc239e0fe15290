import * as contract from "#lib/batches/contract.ts";
import { getGift } from "#lib/batches/queries.ts";
import { schoolEndpoint } from "#lib/http/token-endpoints.ts";

export const GET = schoolEndpoint(contract.getSchoolGift, (scope, { params }) =>
  getGift(scope, params.gift),
);
