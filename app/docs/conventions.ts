/** What holds for every operation, said once: our sentences, the document's fields and examples. */

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
  /** Where the fields are. */
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
      `A bank's request carries its API key in the header \`${name}\`: ${description}`,
      "Send these from your server. A key never goes into an app or a page.",
      "What stands under Portal is for a cardholder who has signed in, by an access token in the " +
        `header \`Authorization\`, after the word \`Bearer\`: ${accessToken.description} ` +
        "Neither opens what the other does.",
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
    title: "Answers",
    text: [
      "Bodies are JSON in UTF-8, both ways. A success is always an object of `success`, `data` and " +
        "`meta`; what stands under Answer below is inside `data`.",
      "Times are RFC 3339 in UTC with milliseconds. Amounts are US dollars as numbers.",
    ],
    examples: [{ title: "A success", label: "Answers: a success", text: answers[0] ?? "" }],
  };
}

function errors(document: ApiDocument, { shared }: Source): Convention {
  return {
    id: "errors",
    title: "Errors",
    text: [
      "Every error but the 422 has one shape. These can happen to any request (413 and 415 to " +
        "those with a body); an operation lists its own.",
    ],
    note: "`error` has:",
    fields: fieldsOf(document.components.schemas.Error?.properties?.error ?? {}, {}).map(
      (field) => {
        // The codes stand beside what they mean.
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
      "422 lists everything that is wrong with the path, the query and the body together, so that " +
        "one round is enough to mend it. Of more than a hundred things a hundred are told.",
    ],
    note: "The body has:",
    fields: fieldsOf(answer?.content?.[JSON_TYPE].schema ?? {}, document.components.schemas),
    examples: [
      { title: "Answer 422", label: "Invalid input: answer", text: json(exampleIn(answer)) },
    ],
  };
}

/** In the order in which somebody meets them. */
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
