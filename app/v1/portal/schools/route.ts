import { cardholderEndpoint } from "#lib/http/token-endpoints.ts";
import * as contract from "#lib/schools/portal-contract.ts";
import { listPortalSchools } from "#lib/schools/queries.ts";

export const GET = cardholderEndpoint(contract.listPortalSchools, (scope, { query }) =>
  listPortalSchools(scope, query),
);
