/** The event types. */

export const EVENT_TYPES = [
  "donation.completed",
  "donation.failed",
  "donation.recurrence_due",
  "donation.authorization_expired",
  "account.linked",
  "account.unlinked",
  "webhook.test",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export const EXAMPLE_EVENT_ID = "01989a65-0b7e-7a90-b0d5-3c1f7c1d2e33";
