import * as contract from "#lib/donations/overview/contract.ts";
import { getSchoolOverview } from "#lib/donations/overview/queries.ts";
import { schoolEndpoint } from "#lib/http/token-endpoints.ts";

export const GET = schoolEndpoint(contract.getSchoolOverview, (scope) => getSchoolOverview(scope));
