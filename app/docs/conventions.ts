/** The conventions that all operations share: one page. */
import { z } from "zod";
import { exampleOf } from "#lib/http/openapi.ts";
import {
  EXAMPLE_BODY_VIOLATION,
  exampleError,
  HEADERS,
  SHARED_CODES,
} from "#lib/http/openapi-responses.ts";
import { errorBody, listMeta, violationBody } from "#lib/http/response-schemas.ts";
import { fieldsOf, jsonSchemaOf } from "./fields.ts";
import type { Entry } from "./model.ts";
import { CREDENTIALS, curlOf, errorLines, json } from "./operations.ts";

const responseFields = (schema: z.ZodType) => fieldsOf(jsonSchemaOf(schema, "output"));

/** Headers as a list of fields and as an example. */
export function headersPart(headers: z.ZodObject) {
  const lines = Object.entries(headers.shape).map(
    ([name, schema]) => `${name}: ${exampleOf(schema as z.ZodType)}`,
  );
  return {
    part: { fields: responseFields(headers.required()), isResponse: true },
    example: { title: "Headers", text: lines.join("\n") },
  };
}

export function readConventions(): { title: string; text: string; entries: Entry[] } {
  const bankRequest = (path: string) =>
    curlOf({ method: "GET", path, credential: CREDENTIALS.key });
  const sharedErrors = errorLines(SHARED_CODES);
  const errorFields = responseFields(errorBody.shape.error).map((field) =>
    // The table of errors lists all codes with their meanings.
    field.name === "code" ? { ...field, type: "string" } : field,
  );
  const { RequestId, RateLimitPolicy, RateLimit, RetryAfter } = HEADERS.answer;
  const requestId = headersPart(z.object({ "X-Request-Id": RequestId }));
  const rateLimits = headersPart(
    z.object({ "RateLimit-Policy": RateLimitPolicy, RateLimit, "Retry-After": RetryAfter }),
  );
  const entries: Entry[] = [
    {
      id: "authentication",
      title: "Authentication",
      text: `
Banks authenticate with an API key in the \`X-Service-API-Key\` header: \`svc_test_…\` in the sandbox,
\`svc_live_…\` in production. Send requests from your server. Never put an API key in an app or a web page.

Operations under Portal are for cardholders who have signed in. Send an access token in the \`Authorization\`
header, as a \`Bearer\` token. It's valid for one hour. Operations under School are for a school's team, with
such a token, and for its programs, with a service key (\`svk_…\`) in the same header. An API key works for neither.`,
      parts: [{ errors: sharedErrors.filter(({ status }) => status === 401) }],
      examples: [
        { title: "Request", text: `API_KEY=svc_test_…\n\n${bankRequest("/v1/donations")}` },
      ],
    },
    {
      id: "errors",
      title: "Errors",
      text: `
Every error except 422 has the same shape. Any request can return these errors (413 and 415 only if it has a
body). Each operation lists its own. [What to do about each](/docs/errors) is in the guide.`,
      parts: [
        { note: "`error` has:", fields: errorFields, isResponse: true },
        { errors: sharedErrors.filter(({ status }) => status !== 401) },
      ],
      examples: [{ title: "An error", text: json(exampleError("SERVICE_UNAVAILABLE")) }],
    },
    {
      id: "invalid-input",
      title: "Invalid input",
      text: `
A 422 lists every problem with the path, the query, and the body, up to a hundred, so that you can fix them all
at once.`,
      parts: [{ note: "The body has:", fields: responseFields(violationBody), isResponse: true }],
      examples: [{ title: "422 response", text: json(EXAMPLE_BODY_VIOLATION) }],
    },
    {
      id: "paging",
      title: "Pagination",
      text: `
Lists are paginated. While \`meta.next_cursor\` isn't null, there are more items: repeat the request with it as
\`cursor\` and the same filters. More about [lists, times, and amounts](/docs/lists).`,
      parts: [{ note: "`meta` has:", fields: responseFields(listMeta), isResponse: true }],
      examples: [
        { title: "The next page", text: bankRequest("/v1/donations?limit=50&cursor=$CURSOR") },
      ],
    },
    {
      id: "request-ids",
      title: "Request IDs",
      text: `
Every response has a request ID. Log it, and include it when you contact us about a request. You can send your
own ID of 1 to 128 printable ASCII characters.`,
      parts: [requestId.part],
      examples: [requestId.example],
    },
    {
      id: "rate-limits",
      title: "Rate limits",
      text: `
Each API key has its own limit, and responses show how much of it is left. Each cardholder has one limit for all
access tokens, and so does each network that sends requests without a valid key or token.`,
      parts: [rateLimits.part],
      examples: [rateLimits.example],
    },
    {
      id: "sending-again",
      title: "Idempotent retries",
      text: `
If you get no response, or a 5xx, send the same request again, with the same \`bank_transaction_ref\`. It is your
idempotency key. 409 \`DONATION_DUPLICATE\` then means that the first request was accepted. The guide tells
[when to retry](/docs/donations#retry).`,
      parts: [],
      examples: [],
    },
  ];
  const text = `
Request and response bodies are JSON in UTF-8. A successful response is always an object with \`success\`,
\`data\`, and \`meta\`. The fields listed under an operation's Response are inside \`data\`. Times are RFC 3339 in UTC with
milliseconds. Amounts are numbers, in US dollars.`;
  return { title: "Conventions", text, entries };
}
