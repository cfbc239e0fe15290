import { signOut } from "#lib/auth/sessions.ts";
import * as contract from "#lib/cardholders/sign-in/contract.ts";
import { sessionEndpoint } from "#lib/http/token-endpoints.ts";

// Ends the access token's session. The body's refresh token must not end another one, nor keep this one open if it's wrong.
export const POST = sessionEndpoint(contract.logout, async (scope) => {
  await signOut(scope);
  return {};
});
