import * as contract from "#lib/cardholders/sign-in/contract.ts";
import { refreshTokens } from "#lib/cardholders/sign-in/tokens.ts";
import { publicEndpoint } from "#lib/http/public-endpoint.ts";

export const POST = publicEndpoint(contract.refresh, (_caller, { body }) =>
  refreshTokens(body.refresh_token),
);
