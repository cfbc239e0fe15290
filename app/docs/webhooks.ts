/** The entries of the last chapter: webhook events. */
import type { WebhookContract } from "#lib/contract.ts";
import { eventId, exampleOf, RECEIVED, SIGNED, WEBHOOKS } from "#lib/http/openapi.ts";
import { HEADERS } from "#lib/http/openapi-responses.ts";
import { webhooks } from "../openapi.json/contracts.ts";
import { headersPart } from "./conventions.ts";
import { fieldsOf, jsonSchemaOf } from "./fields.ts";
import type { Entry } from "./model.ts";
import { json } from "./operations.ts";

function deliveryEntry(): Entry {
  const { part, example } = headersPart(HEADERS.webhook);
  const answers = Object.entries(RECEIVED)
    .sort()
    .map(([status, { description }]) => ({ status, meaning: description }));
  return {
    id: "webhook-deliveries",
    title: "Every delivery",
    text: `${WEBHOOKS}\n\n${SIGNED}`,
    parts: [
      { id: "headers", title: "Headers", ...part },
      { id: "answers", title: "Your response", errors: answers },
    ],
    examples: [{ ...example, text: `content-type: application/json\n${example.text}` }],
  };
}

function eventEntry({ type, summary, body, answer }: WebhookContract): Entry {
  const id = eventId(type);
  const fields = (schema: WebhookContract["body"]) => fieldsOf(jsonSchemaOf(schema, "input"));
  const bodyPart = { id: "body", title: "Body", isResponse: true, fields: fields(body) };
  const bodyExample = { title: "Body", text: json(exampleOf(body)) };
  const title = "Your answer";
  if (!answer) {
    return { id, title: type, text: `${summary}.`, parts: [bodyPart], examples: [bodyExample] };
  }
  return {
    id,
    title: type,
    text: `${summary}.\n\n${answer.text}`,
    parts: [bodyPart, { id: "answer", title, fields: fields(answer.schema) }],
    examples: [bodyExample, { title, text: json(exampleOf(answer.schema)) }],
  };
}

export const webhookEntries = (): Entry[] => [deliveryEntry(), ...webhooks.map(eventEntry)];
