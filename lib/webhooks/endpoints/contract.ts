/** Webhook endpoints. Deliveries and events have their own contracts. */
import { z } from "zod";
import { contract, listContract } from "../../contract.ts";
import * as field from "../../fields.ts";
import { hasControlCharacters } from "../../text.ts";
import { addressProblem } from "../address.ts";
import { EVENT_TYPES, EXAMPLE_EVENT_ID, SUBSCRIBABLE, webhook } from "../event-types.ts";

/** The number of endpoints, not counting deleted ones, that a bank can have. */
export const MAX_ENDPOINTS = 16;
/** The number it can add within 24 hours, including ones deleted since: each keeps a queue for a while. */
export const MAX_ADDED_A_DAY = 100;

export const EXAMPLE_ENDPOINT = {
  endpoint_id: "01989a60-1f2e-7c11-8d3a-0c5b6f7a8e91",
  url: "https://bank.example/hooks",
  description: "Points ledger",
  event_types: ["donation.completed", "donation.failed"],
  status: "enabled",
  disabled_reason: null,
  failing_since: null,
  created_at: "2026-11-21T14:00:00.000Z",
};
const EXAMPLE_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8t5v1YdQp3E=";

/** URL parsing silently drops some of these, but the URL is stored and shown as it was sent. */
const hiddenProblem = (address: string) =>
  hasControlCharacters(address) || /\s/.test(address)
    ? "it must not contain spaces or control characters"
    : undefined;

/** A URL that can be called. */
export const address = field
  .text({ min: 1, max: 2048 })
  .check((context) => {
    // An empty URL already fails the minimum length.
    const problem =
      context.value && (hiddenProblem(context.value) ?? addressProblem(context.value));
    if (problem) field.addViolation(context, "value_error", `This URL can't be used: ${problem}`);
  })
  .meta({ description: "A public `https` URL.", examples: [EXAMPLE_ENDPOINT.url] });

const description = field
  .line({ max: 255 })
  .nullish()
  .describe("Your own description of the endpoint, at most 255 characters.");

const eventTypes = z
  .array(z.enum(SUBSCRIBABLE))
  .check((context) => {
    if (context.value.length > 0) return;
    field.addViolation(context, "value_error", "List should have at least one event type");
  })
  .meta({ minItems: 1 })
  .nullish()
  .describe("The types of events to send. Default: all, including those that are added later.");

const endpointFields = z.object({
  endpoint_id: field.responseUuid.describe("The endpoint's ID."),
  url: z.string().describe("The URL that events are sent to."),
  description: field.nullableText.describe(
    "Your own description of the endpoint, at most 255 characters.",
  ),
  event_types: z
    .array(z.enum(SUBSCRIBABLE))
    .nullable()
    .describe("The types of events that are sent. Null for all of them."),
  status: z
    .enum(["enabled", "disabled"])
    .describe("The endpoint's status. Nothing is sent to a `disabled` endpoint."),
  disabled_reason: field.nullableText.describe(
    "Why the endpoint is disabled. Null if it's enabled.",
  ),
  failing_since: field.nullableTime.describe(
    "Since when all attempts have failed. Null while the endpoint works.",
  ),
  created_at: field.responseTime.describe("When the endpoint was registered."),
});

export const endpoint = endpointFields.meta({
  id: "WebhookEndpoint",
  examples: [EXAMPLE_ENDPOINT],
});

export type Endpoint = z.infer<typeof endpoint>;

const secret = z
  .string()
  .describe(
    "The secret that signs every delivery (Standard Webhooks, `whsec_…`). Shown only in this " +
      "response.",
  );

const { url, description: named, event_types } = EXAMPLE_ENDPOINT;
const endpointRequest = field.component(
  "WebhookEndpointRequest",
  [{ url, description: named, event_types }],
  { url: address, description, event_types: eventTypes },
);
const endpointChanges = field.component("WebhookEndpointChanges", [{ status: "disabled" }], {
  url: address.optional(),
  description: description.describe("`null` clears it."),
  event_types: eventTypes.describe(
    "The types of events to send from now on, in place of the previous ones. `null` for all.",
  ),
  status: z
    .enum(["enabled", "disabled"])
    .optional()
    .describe("Set to `enabled` or `disabled`. Enabling clears `disabled_reason`."),
});

export type EndpointRequest = z.output<typeof endpointRequest>;
export type EndpointChanges = z.output<typeof endpointChanges>;

const newEndpoint = endpointFields
  .extend({ secret })
  .meta({ id: "NewWebhookEndpoint", examples: [{ ...EXAMPLE_ENDPOINT, secret: EXAMPLE_SECRET }] });
const EXAMPLE_ROTATED_WEBHOOK_SECRET = {
  endpoint_id: EXAMPLE_ENDPOINT.endpoint_id,
  secret: EXAMPLE_SECRET,
  previous_secret_expires_at: "2026-11-22T14:00:00.000Z",
};

const rotatedSecret = field.component("RotatedWebhookSecret", [EXAMPLE_ROTATED_WEBHOOK_SECRET], {
  endpoint_id: field.responseUuid.describe("The endpoint's ID."),
  secret,
  previous_secret_expires_at: field.responseTime.describe(
    "Until when the previous secret also signs deliveries.",
  ),
});

export type NewEndpoint = z.infer<typeof newEndpoint>;
export type RotatedSecret = z.infer<typeof rotatedSecret>;

const aboutEndpoints = { tag: "Webhook endpoints (extension)" } as const;
export const aboutOne = {
  ...aboutEndpoints,
  params: z.object({ endpoint_id: field.uuid.describe("The endpoint's ID.") }),
  errors: ["ENDPOINT_NOT_FOUND"],
} as const;

export const addEndpoint = contract({
  ...aboutEndpoints,
  id: "addWebhookEndpoint",
  method: "POST",
  path: "/v1/webhook-endpoints",
  summary: "Add a webhook endpoint",
  description:
    "The secret is in this response and is never shown again. A bank can have at most " +
    `${MAX_ENDPOINTS} endpoints, and can add at most ${MAX_ADDED_A_DAY} within 24 hours. With an ` +
    "`Idempotency-Key`, a request can be repeated safely.",
  headers: z.object({
    "Idempotency-Key": field
      .printable({ min: 1, max: 255 })
      .optional()
      .describe(
        "A value that is unique for this endpoint, at most 255 printable ASCII characters. If it was used " +
          "before, no second endpoint is added, and the response has the first one and its secret. With " +
          "another request, after a day, or once its secret is rotated or it is deleted, the response is 422.",
      ),
  }),
  body: endpointRequest,
  status: 201,
  data: newEndpoint,
});

const endpointsQuery = z.object(field.paging(50));
export type EndpointFilters = z.output<typeof endpointsQuery>;

export const listEndpoints = listContract({
  ...aboutEndpoints,
  id: "listWebhookEndpoints",
  path: "/v1/webhook-endpoints",
  summary: "List webhook endpoints, newest first",
  query: endpointsQuery,
  data: endpoint,
});

export const getEndpoint = contract({
  ...aboutOne,
  id: "getWebhookEndpoint",
  path: "/v1/webhook-endpoints/{endpoint_id}",
  summary: "Retrieve a webhook endpoint",
  data: endpoint,
});

export const changeEndpoint = contract({
  ...aboutOne,
  id: "changeWebhookEndpoint",
  method: "PATCH",
  path: "/v1/webhook-endpoints/{endpoint_id}",
  summary: "Update, enable, or disable a webhook endpoint",
  description:
    "Omitted fields don't change. Nothing is sent to a disabled endpoint: its deliveries, pending ones " +
    "too, become `skipped`. Enable it and replay what it missed.",
  body: endpointChanges,
  data: endpoint,
});

export const deleteEndpoint = contract({
  ...aboutOne,
  id: "deleteWebhookEndpoint",
  method: "DELETE",
  path: "/v1/webhook-endpoints/{endpoint_id}",
  summary: "Delete a webhook endpoint",
  data: z.object({}).meta({ examples: [{}] }),
});

export const rotateSecret = contract({
  ...aboutOne,
  id: "rotateWebhookSecret",
  method: "POST",
  path: "/v1/webhook-endpoints/{endpoint_id}/rotate-secret",
  summary: "Rotate a webhook endpoint's secret",
  description:
    "Deliveries are also signed with the previous secret for 24 hours. At most two secrets are " +
    "valid: rotating again within that time invalidates the older one.",
  data: rotatedSecret,
});

const testRequest = field.component("WebhookTestRequest", [{ type: "donation.completed" }], {
  type: z
    .enum(EVENT_TYPES)
    .default("webhook.test")
    .describe("The type of event to send a sample of."),
});

export const testEndpoint = contract({
  ...aboutOne,
  id: "testWebhookEndpoint",
  method: "POST",
  path: "/v1/webhook-endpoints/{endpoint_id}/test",
  summary: "Send a test event to this endpoint",
  description:
    "Sends `webhook.test`, or a sample of another type with the data of its example and `test: true`. " +
    "Only this endpoint receives it, whatever types it subscribes to. Nothing has happened: don't " +
    "book a sample.",
  body: testRequest,
  bodyOptional: true,
  status: 202,
  data: z
    .object({ event_id: field.responseUuid })
    .meta({ examples: [{ event_id: EXAMPLE_EVENT_ID }] }),
  errors: ["ENDPOINT_NOT_FOUND", "ENDPOINT_DISABLED"],
});

export const testWebhook = webhook(
  "webhook.test",
  "A test event that you requested; it has no donation",
  z.object({ endpoint_id: field.responseUuid }),
  { endpoint_id: EXAMPLE_ENDPOINT.endpoint_id },
);
