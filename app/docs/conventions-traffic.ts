/** Conventions across requests: pagination, ids, rate limits, and retries. */
import type { Convention, Source } from "./conventions.ts";
import { curlOf } from "./curl.ts";
import type { Answer, ApiDocument } from "./document.ts";
import { fieldsOf, type Schema } from "./fields.ts";
import { errorsOf, exampleIn, json, successOf } from "./operations.ts";

/** A response's headers as fields, and as an example. */
function headersOf(answer: Answer | undefined, document: ApiDocument, wanted: RegExp) {
  const all = Object.entries(answer?.headers ?? {}).filter(([name]) => wanted.test(name));
  const known = all.map(([name, header]) => {
    const target = document.components.headers[header.$ref?.split("/").at(-1) ?? ""] ?? header;
    const { description, schema = {} } = target;
    return { name, schema: { ...schema, description } as Schema };
  });
  const properties = Object.fromEntries(known.map(({ name, schema }) => [name, schema]));
  const required = known.map(({ name }) => name);
  return {
    fields: fieldsOf({ properties, required }, document.components.schemas),
    text: known.map(({ name, schema }) => `${name}: ${schema.examples?.[0]}`).join("\n"),
  };
}

export function paging(document: ApiDocument, { located, base }: Source): Convention {
  const list = located.find(({ operation }) =>
    operation.parameters?.some(({ name }) => name === "cursor"),
  );
  const answer = list && (exampleIn(successOf(list.operation)[1]) as { meta: object });
  const meta = { ...answer?.meta, total: 120, next_cursor: "eyJ2IjoxfQ" };
  const address = `${base}${list?.path}?limit=50&cursor=$CURSOR`;
  const key = document.components.securitySchemes.apiKey.name;
  return {
    id: "paging",
    title: "Pagination",
    text: [
      "Lists are paginated. While `meta.next_cursor` isn't null, there are more items: repeat the request " +
        "with it as `cursor` and the same filters. Cursors are opaque.",
    ],
    note: "`meta` has:",
    fields: fieldsOf(document.components.schemas.ListMeta ?? {}, document.components.schemas),
    examples: [
      { title: "meta of a page", label: "Pagination: meta of a page", text: json(meta) },
      {
        title: "The next page",
        label: "Pagination: request for the next page",
        text: curlOf({ method: "GET", address, credential: `${key}: $API_KEY` }),
      },
    ],
  };
}

export function headers(document: ApiDocument, { located }: Source): Convention[] {
  const limited = located[0]?.operation.responses["429"];
  const request = headersOf(limited, document, /^x-request-id$/i);
  const rate = headersOf(limited, document, /^(ratelimit|retry-after)/i);
  return [
    {
      id: "request-ids",
      title: "Request IDs",
      text: [
        "Every response has a request ID. Log it, and include it when you contact us about a request. You " +
          "can send your own ID of 1 to 128 printable ASCII characters.",
      ],
      fields: request.fields,
      examples: [{ title: "Header", label: "Request IDs: header", text: request.text }],
    },
    {
      id: "rate-limits",
      title: "Rate limits",
      text: [
        "Each API key has its own limit, and responses show how much of it is left. Each cardholder has " +
          "one limit for all access tokens, and so does each network that sends requests without a valid " +
          "key or token. After a 429 or 503, wait for the number of seconds in `Retry-After`.",
      ],
      fields: rate.fields,
      examples: [{ title: "Headers", label: "Rate limits: headers", text: rate.text }],
    },
  ];
}

export function sendingAgain({ located }: Source): Convention {
  const [line] = located
    .flatMap(({ operation }) => errorsOf(operation))
    .filter(({ code }) => code === "DONATION_DUPLICATE");
  return {
    id: "sending-again",
    title: "Idempotent retries",
    text: [
      "If you get no response, or a 5xx, send the same request again, with the same " +
        "`bank_transaction_ref`. It is your idempotency key.",
      "409 `DONATION_DUPLICATE` then means that the first request was accepted: continue with " +
        "`details.donation_id`. If `details.same_request` is false, the two requests differ: investigate.",
    ],
    examples: line
      ? [{ title: "409 response", label: "Idempotent retries: response", text: json(line.example) }]
      : [],
  };
}
