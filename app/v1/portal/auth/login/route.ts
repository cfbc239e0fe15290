import * as contract from "#lib/cardholders/sign-in/contract.ts";
import { logIn } from "#lib/cardholders/sign-in/tokens.ts";
import { publicEndpoint } from "#lib/http/public-endpoint.ts";

export const POST = publicEndpoint(contract.login, (caller, { body }) => logIn(caller, body));
