/** The webhooks, from the document. */
import type { ApiDocument, DocumentOperation } from "./document.ts";
import { type Field, fieldsOf } from "./fields.ts";
import { type Example, json, type Part, parameterFields } from "./operations.ts";

export type WebhookEvent = {
  id: string;
  name: string;
  text: string[];
  parts: Part[];
  examples: Example[];
};

export type Webhooks = {
  name: string;
  text: string[];
  /** The headers of every delivery, whatever the event. */
  headers: Field[];
  /** The meaning of a receiver's response, by status. */
  answers: { status: string; meaning: string }[];
  example: Example;
  events: WebhookEvent[];
};

function headerLines({ parameters = [] }: DocumentOperation): string {
  const lines = parameters.map(({ name, schema }) => `${name}: ${schema.examples?.[0]}`);
  return ["content-type: application/json", ...lines].join("\n");
}

function readEvent(type: string, post: DocumentOperation, document: ApiDocument): WebhookEvent {
  const content = post.requestBody?.content["application/json"];
  const answer = post.responses["200"];
  const answerContent = answer?.content?.["application/json"];
  const id = post.operationId;
  return {
    id,
    name: type,
    text: [`${post.summary}.`, ...(answerContent && answer ? [answer.description] : [])],
    parts: [
      {
        id: `${id}-body`,
        title: "Body",
        isAnswer: true,
        fields: fieldsOf(content?.schema ?? {}, document.components.schemas),
      },
      ...(answerContent
        ? [
            {
              id: `${id}-answer`,
              title: "Your answer",
              isAnswer: false,
              fields: fieldsOf(answerContent.schema, document.components.schemas),
            },
          ]
        : []),
    ],
    examples: [
      { title: "Body", label: `${type}: body`, text: json(content?.example) },
      ...(answerContent
        ? [
            {
              title: "Your answer",
              label: `${type}: your answer`,
              text: json(answerContent.example),
            },
          ]
        : []),
    ],
  };
}

/** All events. Their shared fields are taken from the first. */
export function readWebhooks(document: ApiDocument): Webhooks {
  const posts = Object.entries(document.webhooks).map(([type, { post }]) => ({ type, post }));
  const first = posts[0]?.post;
  if (!first) throw new Error("a document without webhooks");
  const name = first.tags[0] ?? "Webhooks";
  const tag = document.tags.find((one) => one.name === name);
  return {
    name,
    text: [...(tag ? [tag.description] : []), first.description],
    headers: parameterFields(first.parameters ?? [], "header", document),
    answers: Object.entries(first.responses)
      .map(([status, { description }]) => ({ status, meaning: description }))
      .sort((a, b) => (a.status < b.status ? -1 : 1)),
    example: { title: "Headers", label: "Webhooks: headers", text: headerLines(first) },
    events: posts.map(({ type, post }) => readEvent(type, post, document)),
  };
}
