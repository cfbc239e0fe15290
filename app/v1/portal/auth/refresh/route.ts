import * as contract from "#lib/cardholders/auth-contract.ts";
import { refreshTokens } from "#lib/cardholders/tokens.ts";
import { publicEndpoint } from "#lib/http/public.ts";

export const POST = publicEndpoint(contract.refresh, (_caller, { body }) =>
  refreshTokens(body.refresh_token),
);
