/** Conventions shared by all operations: our text with the document's fields and examples. */

import { headers, paging, sendingAgain } from "./conventions-traffic.ts";
import { curlOf } from "./curl.ts";
import type { ApiDocument } from "./document.ts";
import { type Field, fieldsOf } from "./fields.ts";
import {
  type ErrorLine,
  type Example,
  exampleIn,
  json,
  type Located,
  successOf,
} from "./operations.ts";

export type Convention = {
  id: string;
  title: string;
  text: string[];
  /** Which schema has the fields. */
  note?: string;
  fields?: Field[];
  errors?: ErrorLine[];
  examples: Example[];
};

export type Source = { located: Located[]; shared: ErrorLine[]; base: string };

const JSON_TYPE = "application/json";

function authentication(document: ApiDocument, { located, shared, base }: Source): Convention {
  const { apiKey, accessToken } = document.components.securitySchemes;
  const { name, description } = apiKey;
  const simplest = located.find(({ method, path }) => method === "GET" && !path.includes("{"));
  const address = `${base}${simplest?.path}`;
  return {
    id: "authentication",
    title: "Authentication",
    text: [
      `Banks authenticate with an API key in the \`${name}\` header: ${description}`,
      "Send requests from your server. Never put an API key in an app or a web page.",
      "Operations under Portal are for cardholders who have signed in. Send an access token in the " +
        `\`Authorization\` header, as a \`Bearer\` token: ${accessToken.description} ` +
        "An API key can't be used for portal operations, nor an access token for the others.",
    ],
    errors: shared.filter(({ status }) => status === "401"),
    examples: [
      {
        title: "Request",
        label: "Authentication: request",
        text: `API_KEY=svc_test_…\n\n${curlOf({ method: "GET", address, credential: `${name}: $API_KEY` })}`,
      },
    ],
  };
}

function success({ located }: Source): Convention {
  const answers = located
    .map(({ operation }) => json(exampleIn(successOf(operation)[1])))
    .sort((a, b) => a.length - b.length);
  return {
    id: "answers",
    title: "Responses",
    text: [
      "Request and response bodies are JSON in UTF-8. A successful response is always an object with " +
        "`success`, `data`, and `meta`. The fields listed under Response below are inside `data`.",
      "Times are RFC 3339 in UTC with milliseconds. Amounts are numbers, in US dollars.",
    ],
    examples: [
      {
        title: "A successful response",
        label: "Responses: a successful response",
        text: answers[0] ?? "",
      },
    ],
  };
}

function errors(document: ApiDocument, { shared }: Source): Convention {
  return {
    id: "errors",
    title: "Errors",
    text: [
      "Every error except 422 has the same shape. Any request can return these errors (413 and 415 " +
        "only if it has a body). Each operation lists its own.",
    ],
    note: "`error` has:",
    fields: fieldsOf(document.components.schemas.Error?.properties?.error ?? {}, {}).map(
      (field) => {
        // The codes are listed with their meanings.
        return field.name === "code" ? { ...field, words: "string" } : field;
      },
    ),
    errors: shared.filter(({ status }) => status !== "401"),
    examples: [
      { title: "An error", label: "Errors: an error", text: json(shared.at(-1)?.example) },
    ],
  };
}

function invalidInput(document: ApiDocument, { located }: Source): Convention {
  const withBody = located.find(({ operation }) => operation.requestBody)?.operation;
  const answer = withBody?.responses["422"];
  return {
    id: "invalid-input",
    title: "Invalid input",
    text: [
      "A 422 lists every problem with the path, the query, and the body, up to a hundred, so that " +
        "you can fix them all at once.",
    ],
    note: "The body has:",
    fields: fieldsOf(answer?.content?.[JSON_TYPE].schema ?? {}, document.components.schemas),
    examples: [
      { title: "422 response", label: "Invalid input: response", text: json(exampleIn(answer)) },
    ],
  };
}

/** In the order in which a reader needs them. */
export function readConventions(document: ApiDocument, source: Source): Convention[] {
  return [
    authentication(document, source),
    success(source),
    errors(document, source),
    invalidInput(document, source),
    paging(document, source),
    ...headers(document, source),
    sendingAgain(source),
  ];
}
