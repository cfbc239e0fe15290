import * as contract from "#lib/cardholders/profile/contract.ts";
import { updateCardholderProfile } from "#lib/cardholders/profile/mutations.ts";
import { getCardholderProfile } from "#lib/cardholders/profile/queries.ts";
import { cardholderEndpoint } from "#lib/http/token-endpoints.ts";

export const GET = cardholderEndpoint(contract.getProfile, (scope) => getCardholderProfile(scope));

export const PATCH = cardholderEndpoint(contract.updateProfile, (scope, { body }) =>
  updateCardholderProfile(scope, body),
);
