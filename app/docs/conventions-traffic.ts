/** Conventions about more than one request: pages, ids, limits, and sending again. */
import type { Convention, Source } from "./conventions.ts";
import { curlOf } from "./curl.ts";
import type { Answer, ApiDocument } from "./document.ts";
import { fieldsOf, type Schema } from "./fields.ts";
import { errorsOf, exampleIn, json, successOf } from "./operations.ts";

/** Headers of an answer as fields, and as an answer has them. */
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
    title: "Paging",
    text: [
      "Lists come a page at a time. While `meta.next_cursor` is not null there is more: ask again with " +
        "it as `cursor` and the same filters. A cursor has no meaning of its own.",
    ],
    note: "`meta` has:",
    fields: fieldsOf(document.components.schemas.ListMeta ?? {}, document.components.schemas),
    examples: [
      { title: "meta of a page", label: "Paging: meta of a page", text: json(meta) },
      {
        title: "The next page",
        label: "Paging: request of the next page",
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
      title: "Request ids",
      text: [
        "Every answer names its request. Keep the id in your log and send it along when you ask us " +
          "about a request. An id of your own may have 1 to 128 printable ASCII characters.",
      ],
      fields: request.fields,
      examples: [{ title: "Header", label: "Request ids: header", text: request.text }],
    },
    {
      id: "rate-limits",
      title: "Rate limits",
      text: [
        "Each key has its own limit, and answers say how much of it is left. So has each cardholder, " +
          "for all access tokens together, and each network that sends requests without a valid key or " +
          "token. After a 429 wait as `Retry-After` says; it stands on 503 too.",
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
    title: "Sending again",
    text: [
      "You got no answer, or a 5xx: send the same request again, with the same " +
        "`bank_transaction_ref`. It is your idempotency key.",
      "409 `DONATION_DUPLICATE` then means that the first one was accepted: go on with " +
        "`details.donation_id`. `details.same_request` is false where the two differ: look at that one.",
    ],
    examples: line
      ? [{ title: "Answer 409", label: "Sending again: answer", text: json(line.example) }]
      : [],
  };
}
