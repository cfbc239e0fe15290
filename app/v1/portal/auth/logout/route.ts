import * as contract from "#lib/cardholders/sign-in/contract.ts";
import { logOut } from "#lib/cardholders/sign-in/tokens.ts";
import { sessionEndpoint } from "#lib/http/token-endpoints.ts";

export const POST = sessionEndpoint(contract.logout, (scope) => logOut(scope));
