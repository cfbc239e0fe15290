import { updateOwnProfile } from "#lib/cardholders/profile.ts";
import * as contract from "#lib/cardholders/profile-contract.ts";
import { getOwnProfile } from "#lib/cardholders/queries.ts";
import { cardholderEndpoint } from "#lib/http/cardholder.ts";

export const GET = cardholderEndpoint(contract.getProfile, (scope) => getOwnProfile(scope));

export const PATCH = cardholderEndpoint(contract.updateProfile, (scope, { body }) =>
  updateOwnProfile(scope, body),
);
