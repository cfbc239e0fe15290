/**
 * A typed API client for a bank's server. It holds the API key, which must never be in an app.
 * @packageDocumentation
 */
// biome-ignore-all lint/performance/noBarrelFile: what the package exports.
export {
  type AuthorizationDecision,
  type AuthorizationRequest,
  verifyAuthorizationRequest,
} from "./authorizations.ts";
export {
  type Attempt,
  type BankClient,
  type BankClientOptions,
  createBankClient,
  type Outcome,
} from "./client.ts";
export { submitDonation, waitForDonation } from "./donations.ts";
export {
  type AnyServiceError,
  type DetailsOf,
  type ErrorCode,
  type ErrorDetails,
  isServiceError,
  NoResponseError,
  ServiceError,
  type Violation,
} from "./errors.ts";
export {
  beginLink,
  type ConsentRequest,
  completeLink,
  type IdTokenClaims,
  LinkError,
  type LinkErrorReason,
  type LinkReturn,
  type LinkSession,
} from "./linking.ts";
export type { components, operations, paths, webhooks } from "./openapi.ts";
export type * from "./operations.ts";
export { itemsOf, pagesOf } from "./pages.ts";
export {
  type Discrepancy,
  type LedgerEntry,
  type Reconciliation,
  type ReconciliationRow,
  type ReconciliationSummary,
  reconcile,
} from "./reconcile.ts";
export {
  signWebhook,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./webhooks.ts";
