/** How a bank's customers are called. */
import type { UNLINK_REASONS } from "#lib/accounts/contract.ts";

export const CUSTOMERS = "/bank/customers";

export const STATUSES: Record<string, string> = {
  active: "Linked",
  pending_oauth: "Waiting for consent",
  unlinked: "Unlinked",
};

export const REASONS: Record<(typeof UNLINK_REASONS)[number], string> = {
  cardholder_request: "The customer asked for it",
  bank_policy: "Our policy",
  fraud_review: "Possible fraud: hold their gifts that are on their way",
  account_closure: "The account was closed",
};
