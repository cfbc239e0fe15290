/** What the portal's clients call, for cardholders and to sign in. */
import { acceptAllLinks } from "#lib/accounts/acceptance/accept.ts";
import { signOut } from "#lib/auth/sessions.ts";
import { requestPasswordReset } from "#lib/cardholders/password/links.ts";
import { resetPassword } from "#lib/cardholders/password/reset.ts";
import * as profile from "#lib/cardholders/profile/contract.ts";
import { updateCardholderProfile } from "#lib/cardholders/profile/mutations.ts";
import {
  getCardholderPreferences,
  updateCardholderPreferences,
} from "#lib/cardholders/profile/preferences.ts";
import * as preferences from "#lib/cardholders/profile/preferences-contract.ts";
import { getCardholderProfile, listLoyaltyAccounts } from "#lib/cardholders/profile/queries.ts";
import * as signIn from "#lib/cardholders/sign-in/contract.ts";
import { logIn, refreshTokens } from "#lib/cardholders/sign-in/tokens.ts";
import { getCardholderDonation, listCardholderDonations } from "#lib/donations/history/queries.ts";
import * as donations from "#lib/donations/portal-contract.ts";
import { giveInPortal } from "#lib/giving/portal.ts";
import { publicEndpoint } from "#lib/http/public-endpoint.ts";
import { cardholderEndpoint, sessionEndpoint } from "#lib/http/token-endpoints.ts";
import { wholeList } from "#lib/pagination/pages.ts";
import * as receipts from "#lib/receipts/contract.ts";
import { receiptDocument, statementDocument } from "#lib/receipts/documents.ts";
import { getReceipt } from "#lib/receipts/issue.ts";
import { resendReceipt } from "#lib/receipts/mutations.ts";
import * as statements from "#lib/receipts/statements/contract.ts";
import { getStatement } from "#lib/receipts/statements/queries.ts";
import { followSchool } from "#lib/schools/mutations.ts";
import * as schools from "#lib/schools/portal-contract.ts";
import { listPortalSchools } from "#lib/schools/queries.ts";

export const portalOperations = [
  publicEndpoint(signIn.forgotPassword, (caller, { body }) =>
    requestPasswordReset(body.email, caller),
  ),
  publicEndpoint(signIn.login, (caller, { body }) => logIn(caller, body)),
  // Ends the access token's session: the body's refresh token neither ends another one nor keeps this one open.
  sessionEndpoint(signIn.logout, async (scope) => {
    await signOut(scope);
    return {};
  }),
  publicEndpoint(signIn.refresh, (_caller, { body }) => refreshTokens(body.refresh_token)),
  publicEndpoint(signIn.resetPassword, (_caller, { body }) => resetPassword(body, acceptAllLinks)),
  cardholderEndpoint(receipts.resendReceipt, (scope, { params, body }) =>
    resendReceipt(scope, params.donation_id, body.email),
  ),
  cardholderEndpoint(
    receipts.getReceipt,
    (scope, { params, query }) => getReceipt(scope, params.donation_id, query.receipt_number),
    {
      "application/pdf": (scope, { params, query }) =>
        receiptDocument(scope, params.donation_id, query.receipt_number),
    },
  ),
  cardholderEndpoint(donations.getCardholderDonation, (scope, { params }) =>
    getCardholderDonation(scope, params.donation_id),
  ),
  cardholderEndpoint(donations.listCardholderDonations, (scope, { query }) =>
    listCardholderDonations(scope, query),
  ),
  cardholderEndpoint(
    donations.requestCardholderDonation,
    (scope, { body, headers: { "Idempotency-Key": key } }) => giveInPortal(scope, body, key),
  ),
  cardholderEndpoint(profile.listLoyaltyAccounts, async (scope) =>
    wholeList(await listLoyaltyAccounts(scope)),
  ),
  cardholderEndpoint(profile.getProfile, (scope) => getCardholderProfile(scope)),
  cardholderEndpoint(profile.updateProfile, (scope, { body }) =>
    updateCardholderProfile(scope, body),
  ),
  cardholderEndpoint(preferences.getPreferences, (scope) => getCardholderPreferences(scope)),
  cardholderEndpoint(preferences.updatePreferences, (scope, { body }) =>
    updateCardholderPreferences(scope, body),
  ),
  cardholderEndpoint(schools.followSchool, (scope, { params, body }) =>
    followSchool(scope, params.school_id, body.follow),
  ),
  cardholderEndpoint(schools.listPortalSchools, (scope, { query }) =>
    listPortalSchools(scope, query),
  ),
  cardholderEndpoint(
    statements.getStatement,
    (scope, { params, query }) => getStatement(scope, params.year, query.page),
    {
      "application/pdf": (scope, { params, query }) =>
        statementDocument(scope, params.year, query.page),
    },
  ),
];
