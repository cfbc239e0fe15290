import { requestPasswordReset } from "#lib/cardholders/password/links.ts";
import * as contract from "#lib/cardholders/sign-in/contract.ts";
import { publicEndpoint } from "#lib/http/public-endpoint.ts";

export const POST = publicEndpoint(contract.forgotPassword, (caller, { body }) =>
  requestPasswordReset(body.email, caller),
);
