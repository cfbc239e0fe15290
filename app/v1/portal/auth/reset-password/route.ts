import { acceptAllLinks } from "#lib/accounts/acceptance/accept.ts";
import { resetPassword } from "#lib/cardholders/password/reset.ts";
import * as contract from "#lib/cardholders/sign-in/contract.ts";
import { publicEndpoint } from "#lib/http/public-endpoint.ts";

export const POST = publicEndpoint(contract.resetPassword, (_caller, { body }) =>
  resetPassword(body, acceptAllLinks),
);
