/** Samples of events, as the API reference shows them. */
import { exampleOf } from "#lib/http/openapi.ts";
import type { EventType } from "#lib/webhooks/event-types.ts";
import { webhooks } from "./contracts.ts";

/** The data of an event type's example in the API reference. */
export function sampleOf(type: EventType): object {
  const documented = webhooks.find((webhook) => webhook.type === type);
  if (!documented) throw new Error(`${type} isn't documented`);
  return (exampleOf(documented.body) as { data: object }).data;
}
