import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/schools/contract.ts";
import { getSchool } from "#lib/schools/queries.ts";

export const GET = bankEndpoint(contract.getSchool, (_scope, { params }) =>
  getSchool(params.school_id),
);
