import { bankEndpoint } from "#lib/http/bank-endpoint.ts";
import * as contract from "#lib/schools/contract.ts";
import { listSchools } from "#lib/schools/queries.ts";

export const GET = bankEndpoint(contract.listSchools, (_scope, { query }) => listSchools(query));
