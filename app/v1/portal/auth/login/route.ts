import * as contract from "#lib/cardholders/auth-contract.ts";
import { logIn } from "#lib/cardholders/tokens.ts";
import { publicEndpoint } from "#lib/http/public.ts";

export const POST = publicEndpoint(contract.login, (caller, { body }) => logIn(caller, body));
