import { cardholderEndpoint } from "#lib/http/token-endpoints.ts";
import { followSchool } from "#lib/schools/mutations.ts";
import * as contract from "#lib/schools/portal-contract.ts";

export const POST = cardholderEndpoint(contract.followSchool, (scope, { params, body }) =>
  followSchool(scope, params.school_id, body.follow),
);
