/** Builds an operation's entry from its contract. */
import type { z } from "zod";
import type { Contract } from "#lib/contract.ts";
import { env } from "#lib/env.ts";
import { ERRORS, type ErrorCode } from "#lib/errors.ts";
import { exampleOf, exampleResponse } from "#lib/http/openapi.ts";
import {
  errorCodesOf,
  exampleError,
  SHARED_CODES,
  takesInput,
} from "#lib/http/openapi-responses.ts";
import { contracts } from "../openapi.json/contracts.ts";
import { fieldsOf, jsonSchemaOf } from "./fields.ts";
import type { Entry, ErrorLine, Listed, Part } from "./model.ts";

export const json = (value: unknown) => JSON.stringify(value, null, 2);

type Request = {
  method: string;
  path: string;
  /** The authentication header, with a variable for the secret. */
  credential?: string | undefined;
  body?: unknown;
};

/** Quotes text for a shell, in single quotes. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A curl command with shell variables for secrets, in headers and in the URL. */
export function curlOf({ method, path, credential, body }: Request): string {
  const url = env().publicBaseUrl + path;
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${url.includes("?") ? `"${url}"` : url}`,
    ...(credential ? [`-H "${credential}"`] : []),
    ...(body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d ${quoted(json(body).replaceAll("\n", "\n  "))}`,
        ]),
  ].join(" \\\n  ");
}

const METHODS = ["POST", "GET", "PATCH", "DELETE"];

/** Shortest paths first, and for each path: create, list or retrieve, update, delete. */
export function sortOperations(operations: Contract[]): Contract[] {
  const rank = ({ path, method }: Contract) =>
    path.split(/[/{]/).length * METHODS.length + METHODS.indexOf(method);
  return operations.toSorted((one, other) => rank(one) - rank(other));
}

/** `rotateWebhookSecret` → "Rotate webhook secret". */
function nameOf(id: string): string {
  const words = id.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const errorLines = (codes: Iterable<ErrorCode>): ErrorLine[] =>
  Array.from(codes, (code) => {
    const { message, details } = exampleError(code).error;
    return { status: ERRORS[code].status, code, meaning: message, details };
  }).sort((one, other) => one.status - other.status);

function inputParts({ params, query, headers, body, bodyOptional }: Contract): Part[] {
  const inputs = [
    { id: "path", title: "Path parameters", schema: params },
    { id: "query", title: "Query parameters", schema: query },
    { id: "headers", title: "Headers", schema: headers },
    { id: "body", title: "Body", schema: body, ...(bodyOptional && { note: "Optional." }) },
  ];
  return inputs.flatMap(({ schema, ...part }) =>
    schema ? [{ ...part, fields: fieldsOf(jsonSchemaOf(schema, "input")) }] : [],
  );
}

function responsePart({ data, list, status, repeatStatus }: Contract): Part {
  const fields = fieldsOf(jsonSchemaOf(data, "output"));
  const holder = list ? "Each item of `data` has:" : "`data` has:";
  const repeated = repeatStatus ? `, or \`${repeatStatus}\` if nothing new was done` : "";
  const note = `\`${status}\`${repeated}. ${fields.length > 0 ? holder : "`data` is empty."}`;
  return { id: "response", title: "Response", note, isResponse: true, fields };
}

/** Its own errors in full, and shared errors by status with a link. */
function errorsPart(contract: Contract): Part {
  const errors = errorLines(errorCodesOf(contract));
  const isShared = ({ code }: ErrorLine) => SHARED_CODES.has(code as ErrorCode);
  const own = errors.filter((line) => !isShared(line));
  const statuses = new Set(errors.filter(isShared).map(({ status }) => status));
  const invalid = takesInput(contract)
    ? "422 for [invalid input](/docs/conventions#invalid-input), and "
    : "";
  return {
    id: "errors",
    title: "Errors",
    errors: own,
    after:
      `${own.length > 0 ? "Also " : ""}${invalid}[errors common to all requests](/docs/conventions#errors): ` +
      `${[...statuses].join(", ")}.`,
  };
}

/** Each credential's header, with a shell variable for the secret. */
export const CREDENTIALS = {
  key: "X-Service-API-Key: $API_KEY",
  token: "Authorization: Bearer $ACCESS_TOKEN",
  session: "Authorization: Bearer $ACCESS_TOKEN",
  school: "Authorization: Bearer $SERVICE_KEY",
  none: undefined,
};

const fieldsOfExample = ({ data }: Contract) => exampleOf(data) as Record<string, unknown>;

/** The path with example values: the parameter's own, or else from this operation's response or another's. */
function examplePath(contract: Contract): string {
  const values = Object.assign({}, ...contracts.map(fieldsOfExample), fieldsOfExample(contract));
  const exampleOfParameter = (name: string) =>
    ((contract.params?.shape[name] as z.ZodType | undefined)?.meta()?.examples as unknown[])?.[0];
  return contract.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(exampleOfParameter(name) ?? values[name])),
  );
}

export const listedOperation = ({ id, method, path }: Contract): Listed => ({
  id,
  title: nameOf(id),
  endpoint: { method, path },
});

export function operationEntry(contract: Contract): Entry {
  const { method, summary, description, auth, body, status } = contract;
  const request = curlOf({
    method,
    path: examplePath(contract),
    credential: CREDENTIALS[auth],
    body: body && exampleOf(body),
  });
  return {
    ...listedOperation(contract),
    text: [`${summary}.`, description].filter(Boolean).join("\n\n"),
    parts: [...inputParts(contract), responsePart(contract), errorsPart(contract)],
    examples: [
      { title: "Request", text: request },
      { title: `Response ${status}`, text: json(exampleResponse(contract)) },
    ],
  };
}
