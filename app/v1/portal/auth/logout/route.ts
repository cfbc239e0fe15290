import * as contract from "#lib/cardholders/sign-in/contract.ts";
import { logOut } from "#lib/cardholders/sign-in/tokens.ts";
import { cardholderEndpoint } from "#lib/http/cardholder-endpoint.ts";

export const POST = cardholderEndpoint(contract.logout, (scope) => logOut(scope));
