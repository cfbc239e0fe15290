import {
  getCardholderPreferences,
  updateCardholderPreferences,
} from "#lib/cardholders/profile/preferences.ts";
import * as contract from "#lib/cardholders/profile/preferences-contract.ts";
import { cardholderEndpoint } from "#lib/http/token-endpoints.ts";

export const GET = cardholderEndpoint(contract.getPreferences, (scope) =>
  getCardholderPreferences(scope),
);

export const PATCH = cardholderEndpoint(contract.updatePreferences, (scope, { body }) =>
  updateCardholderPreferences(scope, body),
);
