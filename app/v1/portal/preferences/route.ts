import { getOwnPreferences, updateOwnPreferences } from "#lib/cardholders/profile/preferences.ts";
import * as contract from "#lib/cardholders/profile/preferences-contract.ts";
import { cardholderEndpoint } from "#lib/http/cardholder-endpoint.ts";

export const GET = cardholderEndpoint(contract.getPreferences, (scope) => getOwnPreferences(scope));

export const PATCH = cardholderEndpoint(contract.updatePreferences, (scope, { body }) =>
  updateOwnPreferences(scope, body),
);
