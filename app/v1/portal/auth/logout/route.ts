import * as contract from "#lib/cardholders/auth-contract.ts";
import { logOut } from "#lib/cardholders/tokens.ts";
import { cardholderEndpoint } from "#lib/http/cardholder.ts";

export const POST = cardholderEndpoint(contract.logout, (scope) => logOut(scope));
