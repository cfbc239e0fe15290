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
  const sections = [
    { id: "body", title: "Body", isResponse: true, schema: body },
    ...(answer ? [{ id: "answer", title: "Your answer", schema: answer.schema }] : []),
  ];
  return {
    id: eventId(type),
    title: type,
    text: [`${summary}.`, answer?.text].filter(Boolean).join("\n\n"),
    parts: sections.map(({ schema, ...part }) => ({
      ...part,
      fields: fieldsOf(jsonSchemaOf(schema, "input")),
    })),
    examples: sections.map(({ title, schema }) => ({ title, text: json(exampleOf(schema)) })),
  };
}

export const webhookEntries = (): Entry[] => [deliveryEntry(), ...webhooks.map(eventEntry)];
