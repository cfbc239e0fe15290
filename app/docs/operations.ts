/** The content of an operation's entry, from the document. */
import { curlOf, fillPath } from "./curl.ts";
import type { Answer, ApiDocument, DocumentOperation, Parameter } from "./document.ts";
import { type Field, fieldsOf, type Schema } from "./fields.ts";

/** An example. `label` is its accessible name. */
export type Example = { title: string; label: string; text: string };

export type Part = {
  id: string;
  title: string;
  note?: string;
  /** True for responses (and webhooks), where fields are present unless stated otherwise. */
  isAnswer: boolean;
  fields: Field[];
  repeats?: Field["repeats"];
};

export type ErrorExample = { error: { details?: unknown } };
export type ErrorLine = { status: string; code: string; meaning: string; example: ErrorExample };

export type Operation = {
  id: string;
  name: string;
  method: string;
  path: string;
  text: string[];
  parts: Part[];
  /** The errors that not every operation has. */
  errors: ErrorLine[];
  /** Statuses that are described once for all operations. */
  sharedStatuses: string[];
  examples: Example[];
};

const JSON_TYPE = "application/json";

export const json = (value: unknown) => JSON.stringify(value, null, 2);

/** `rotateWebhookSecret` → "Rotate webhook secret". */
export function nameOf(operationId: string): string {
  const words = operationId.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Summary and description as paragraphs, without repetition. */
export function textOf({ summary, description }: { summary: string; description: string }) {
  const sentence = `${summary}.`;
  return [sentence, ...description.split("\n\n").filter((text) => text !== sentence)];
}

/** The parameters in one location, as fields of an object. */
export function parameterFields(all: Parameter[], place: Parameter["in"], document: ApiDocument) {
  const these = all.filter((parameter) => parameter.in === place);
  const entries = these.map(({ name, schema, description }): [string, Schema] => [
    name,
    description ? { ...schema, description } : schema,
  ]);
  const required = these.filter((parameter) => parameter.required).map(({ name }) => name);
  const schema = { properties: Object.fromEntries(entries), required };
  return fieldsOf(schema, document.components.schemas);
}

export function successOf({ responses }: DocumentOperation): [string, Answer] {
  const found = Object.entries(responses).find(([status]) => status.startsWith("2"));
  if (!found) throw new Error("an operation without success");
  return found;
}

export const exampleIn = (answer: Answer | undefined) => answer?.content?.[JSON_TYPE].example;

/** Every error code of an operation. */
export function errorsOf({ responses }: DocumentOperation): ErrorLine[] {
  return Object.entries(responses).flatMap(([status, { content }]) =>
    Object.entries(content?.[JSON_TYPE].examples ?? {}).map(([code, { summary, value }]) => ({
      status,
      code,
      meaning: summary,
      example: value as ErrorExample,
    })),
  );
}

function answerPart(operation: DocumentOperation, document: ApiDocument): Part {
  const { schemas } = document.components;
  const [status, { content }] = successOf(operation);
  const data = content?.[JSON_TYPE].schema.properties?.data ?? {};
  const fields = fieldsOf(data, schemas);
  const holder = data.type === "array" ? "Each item of `data` has:" : "`data` has:";
  const note = fields.length > 0 ? `\`${status}\`. ${holder}` : `\`${status}\`. \`data\` is empty.`;
  return { id: `${operation.operationId}-answer`, title: "Response", note, isAnswer: true, fields };
}

function partsOf(operation: DocumentOperation, document: ApiDocument): Part[] {
  const { operationId, parameters = [], requestBody } = operation;
  const body = requestBody?.content[JSON_TYPE].schema;
  const asked: Part[] = [
    {
      id: `${operationId}-path`,
      title: "Path parameters",
      isAnswer: false,
      fields: parameterFields(parameters, "path", document),
    },
    {
      id: `${operationId}-query`,
      title: "Query parameters",
      isAnswer: false,
      fields: parameterFields(parameters, "query", document),
    },
    {
      id: `${operationId}-header`,
      title: "Headers",
      isAnswer: false,
      fields: parameterFields(parameters, "header", document),
    },
    {
      id: `${operationId}-body`,
      title: "Body",
      isAnswer: false,
      fields: body ? fieldsOf(body, document.components.schemas) : [],
      ...(body && !requestBody.required ? { note: "Optional." } : {}),
    },
  ];
  return [...asked.filter(({ fields }) => fields.length > 0), answerPart(operation, document)];
}

/** The operation's method and URL. */
export type Located = { method: string; path: string; operation: DocumentOperation };

/** The authentication that an operation requires. */
export const gateOf = ({ security }: DocumentOperation) => Object.keys(security[0] ?? {})[0];

function credentialFor(operation: DocumentOperation, document: ApiDocument): string | undefined {
  const { apiKey } = document.components.securitySchemes;
  const gate = gateOf(operation);
  if (gate === "apiKey") return `${apiKey.name}: $API_KEY`;
  return gate === "accessToken" ? "Authorization: Bearer $ACCESS_TOKEN" : undefined;
}

function examplesOf(located: Located, document: ApiDocument, base: string): Example[] {
  const { method, path, operation } = located;
  const name = nameOf(operation.operationId);
  const [status, success] = successOf(operation);
  const answer = exampleIn(success);
  const credential = credentialFor(operation, document);
  const body = operation.requestBody?.content[JSON_TYPE].example;
  const address = `${base}${fillPath(path, [answer, document.paths, document.webhooks])}`;
  return [
    {
      title: "Request",
      text: curlOf({ method, address, credential, body }),
      label: `${name}: request`,
    },
    { title: `Answer ${status}`, text: json(answer), label: `${name}: answer` },
  ];
}

/** @param shared codes that are described elsewhere; @param base the API's URL */
export function readOperation(
  located: Located,
  document: ApiDocument,
  { shared, base }: { shared: ErrorLine[]; base: string },
): Operation {
  const { method, path, operation } = located;
  const isShared = ({ code }: ErrorLine) => shared.some((line) => line.code === code);
  const errors = errorsOf(operation);
  return {
    id: operation.operationId,
    name: nameOf(operation.operationId),
    method,
    path,
    text: textOf(operation),
    parts: partsOf(operation, document),
    errors: errors.filter((line) => !isShared(line)),
    sharedStatuses: [
      ...new Set([
        ...errors.filter(isShared).map(({ status }) => status),
        ...("422" in operation.responses ? ["422"] : []),
      ]),
    ].sort(),
    examples: examplesOf(located, document, base),
  };
}
