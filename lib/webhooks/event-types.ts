/** The event types, and what the webhooks about them have in common. */
import { z } from "zod";
import type { WebhookContract } from "../contract.ts";
import { responseTime } from "../fields.ts";

export const EVENT_TYPES = [
  "donation.completed",
  "donation.failed",
  "donation.canceled",
  "donation.reversed",
  "donation.reversal_refused",
  "donation.updated",
  "donation.held",
  "donation.recurrence_due",
  "donation.authorization_expired",
  "correction.updated",
  "account.linked",
  "account.unlinked",
  "payment.posted",
  "payment.returned",
  "refund.posted",
  "write_off.posted",
  "statement.closed",
  "statement.paid",
  "webhook.test",
] as const;

/** The types that an endpoint can subscribe to. A test goes only to the endpoint being tested. */
export const SUBSCRIBABLE = EVENT_TYPES.filter((type) => type !== "webhook.test");

export type EventType = (typeof EVENT_TYPES)[number];

export const EXAMPLE_EVENT_ID = "01989a65-0b7e-7a90-b0d5-3c1f7c1d2e33";

/** Part of the data of every event. */
export const sampleMark = {
  test: z
    .literal(true)
    .optional()
    .describe("Only in a sample that you requested with a test: nothing has happened."),
};

/** A webhook with data of this schema. @param at the example's timestamp */
export function webhook(
  type: string,
  summary: string,
  data: z.ZodObject,
  example: object,
  at = "2026-11-21T14:05:11.020Z",
): WebhookContract {
  const body = z
    .object({ type: z.literal(type), timestamp: responseTime, data })
    .meta({ examples: [{ type, timestamp: at, data: example }] });
  return { type, summary, body };
}
