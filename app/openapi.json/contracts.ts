/** All operations and webhooks of the API. */
import * as accounts from "#lib/accounts/contract.ts";
import * as refused from "#lib/banks/refused/contract.ts";
import * as batches from "#lib/batches/contract.ts";
import * as journal from "#lib/books/journal/contract.ts";
import * as payments from "#lib/books/payments/contract.ts";
import * as accountStatements from "#lib/books/statements/contract.ts";
import * as profile from "#lib/cardholders/profile/contract.ts";
import * as preferences from "#lib/cardholders/profile/preferences-contract.ts";
import * as portalAuth from "#lib/cardholders/sign-in/contract.ts";
import * as certification from "#lib/certification/contract.ts";
import * as comparisons from "#lib/comparisons/contract.ts";
import type { Contract, WebhookContract } from "#lib/contract.ts";
import * as corrections from "#lib/corrections/contract.ts";
import * as donations from "#lib/donations/contract.ts";
import * as overview from "#lib/donations/overview/contract.ts";
import * as portalDonations from "#lib/donations/portal-contract.ts";
import * as embed from "#lib/embed/contract.ts";
import * as receipts from "#lib/receipts/contract.ts";
import * as statements from "#lib/receipts/statements/contract.ts";
import * as reconciliation from "#lib/reconciliation/contract.ts";
import * as sandbox from "#lib/sandbox/contract.ts";
import * as schools from "#lib/schools/contract.ts";
import * as funds from "#lib/schools/funds/contract.ts";
import * as portalSchools from "#lib/schools/portal-contract.ts";
import * as deliveries from "#lib/webhooks/delivery/contract.ts";
import * as endpoints from "#lib/webhooks/endpoints/contract.ts";
import * as events from "#lib/webhooks/events/contract.ts";
import * as replays from "#lib/webhooks/replay/contract.ts";

const isContract = (value: unknown): value is Contract =>
  typeof value === "object" && value !== null && "method" in value && "path" in value;

/** All operations that the domains' contracts export. A test compares them with the routes. */
export const contracts: Contract[] = [
  accounts,
  donations,
  corrections,
  schools,
  embed,
  endpoints,
  deliveries,
  events,
  replays,
  refused,
  reconciliation,
  comparisons,
  certification,
  sandbox,
  portalAuth,
  portalDonations,
  portalSchools,
  profile,
  preferences,
  overview,
  funds,
  batches,
  accountStatements,
  journal,
  payments,
  receipts,
  statements,
].flatMap((domain) => Object.values(domain).filter(isContract));

export const webhooks: WebhookContract[] = [
  ...donations.donationWebhooks,
  ...corrections.correctionWebhooks,
  ...accounts.accountWebhooks,
  ...payments.paymentWebhooks,
  ...accountStatements.statementWebhooks,
  endpoints.testWebhook,
];
