import * as contract from "#lib/cardholders/profile/contract.ts";
import { updateOwnProfile } from "#lib/cardholders/profile/mutations.ts";
import { getOwnProfile } from "#lib/cardholders/profile/queries.ts";
import { cardholderEndpoint } from "#lib/http/cardholder-endpoint.ts";

export const GET = cardholderEndpoint(contract.getProfile, (scope) => getOwnProfile(scope));

export const PATCH = cardholderEndpoint(contract.updateProfile, (scope, { body }) =>
  updateOwnProfile(scope, body),
);
