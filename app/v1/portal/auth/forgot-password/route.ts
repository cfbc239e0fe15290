import * as contract from "#lib/cardholders/auth-contract.ts";
import { requestPasswordReset } from "#lib/cardholders/password-links.ts";
import { publicEndpoint } from "#lib/http/public.ts";

export const POST = publicEndpoint(contract.forgotPassword, (caller, { body }) =>
  requestPasswordReset(body.email, caller),
);
