/** The OpenAPI document, generated from the contracts that handle requests. */
import { z } from "zod";
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
} from "zod-openapi";
import { type Contract, TAGS, type WebhookContract } from "../contract.ts";
import { env } from "../env.ts";
import { documentedErrors, HEADERS, headersOf, REQUEST_ID } from "./openapi-responses.ts";
import { successOf } from "./response-schemas.ts";

const JSON_TYPE = "application/json";
const SAFE = Number.MAX_SAFE_INTEGER;

/**
 * Drops zod's patterns where a format or type says the same, lets responses gain fields, and documents
 * defaults of transformed values.
 */
export const SCHEMA_OPTIONS: CreateDocumentOptions = {
  override: ({ jsonSchema, zodSchema, io }) => {
    if (jsonSchema.format || jsonSchema.type === "integer") delete jsonSchema.pattern;
    if (jsonSchema.type === "boolean") delete jsonSchema.enum;
    if (jsonSchema.minimum === -SAFE) delete jsonSchema.minimum;
    if (jsonSchema.maximum === SAFE && io === "output") delete jsonSchema.maximum;
    if (io === "output" && jsonSchema.additionalProperties === false) {
      delete jsonSchema.additionalProperties;
    }
    if (zodSchema instanceof z.ZodDefault && jsonSchema.default === undefined) {
      jsonSchema.default = zodSchema.def.defaultValue as typeof jsonSchema.default;
    }
  },
};

/** A schema's documented example. @throws Error if it has none */
export function exampleOf(schema: z.ZodType): unknown {
  const [example] = (schema.meta()?.examples as unknown[] | undefined) ?? [];
  if (example === undefined) throw new Error(`${schema.meta()?.id ?? "a schema"} has no example`);
  return example;
}

export function exampleResponse({ data, list, query, summaryData }: Contract): unknown {
  const meta = { request_id: REQUEST_ID };
  const example = exampleOf(data);
  if (!list) return { success: true, data: example, meta };
  const summary = summaryData ? { summary: exampleOf(summaryData) } : {};
  return {
    success: true,
    data: [example],
    meta: { ...meta, total: 1, limit: query ? 50 : 1, next_cursor: null, ...summary },
  };
}

const SECURITY: Record<Contract["auth"], Record<string, string[]>[]> = {
  key: [{ apiKey: [] }],
  token: [{ accessToken: [] }],
  session: [{ accessToken: [] }],
  school: [{ accessToken: [] }, { serviceKey: [] }],
  none: [],
};

const jsonOf = (schema: z.ZodType, example: unknown = exampleOf(schema)) => ({
  [JSON_TYPE]: { schema, example },
});

/** The success content: JSON, and the alternative media types if there are any. */
function contentOf(contract: Contract): ZodOpenApiContentObject {
  const content = jsonOf(successOf(contract), exampleResponse(contract));
  for (const type of [contract.alternative ?? []].flat()) {
    const format = type.startsWith("text/") ? {} : { format: "binary" };
    Object.assign(content, { [type]: { schema: { type: "string", ...format } } });
  }
  return content;
}

const successResponse = (contract: Contract, status: NonNullable<Contract["status"]>) => ({
  description: "Success.",
  headers: headersOf(status),
  content: contentOf(contract),
});

function operationOf(contract: Contract): ZodOpenApiOperationObject {
  const { params, query, headers, body, bodyOptional } = contract;
  return {
    operationId: contract.id,
    tags: [contract.tag],
    summary: contract.summary,
    description: contract.description ?? `${contract.summary}.`,
    security: SECURITY[contract.auth],
    requestParams: {
      ...(params ? { path: params } : {}),
      ...(query ? { query } : {}),
      ...(headers ? { header: headers } : {}),
    },
    ...(body
      ? {
          requestBody: {
            required: !bodyOptional,
            content: {
              ...jsonOf(bodyOptional ? body.nullable() : body, exampleOf(body)),
              ...(contract.maxCsvBytes
                ? { "text/csv": { schema: { type: "string" as const } } }
                : {}),
            },
          },
        }
      : {}),
    responses: {
      [String(contract.status)]: successResponse(contract, contract.status),
      ...(contract.repeatStatus && {
        [String(contract.repeatStatus)]: {
          ...successResponse(contract, contract.repeatStatus),
          description: "Nothing was done: an earlier request did it, or this is a dry run.",
        },
      }),
      ...documentedErrors(contract),
    },
  };
}

/** The meaning of a bank endpoint's responses. */
export const RECEIVED = {
  "2XX": { description: "The event was received. Any other response is retried on schedule." },
  "410": { description: "The endpoint is gone. It will be disabled." },
};

export const SIGNED =
  "Signed according to Standard Webhooks. Verify the signature over the raw body first.";

/** `donation.completed` → `donationCompleted`. */
export const eventId = (type: string) =>
  type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());

function webhookOf({ type, summary, body, answer }: WebhookContract): ZodOpenApiOperationObject {
  return {
    operationId: eventId(type),
    tags: ["Webhooks"],
    summary,
    description: SIGNED,
    security: [],
    requestParams: { header: HEADERS.webhook },
    requestBody: { required: true, content: jsonOf(body) },
    responses: answer
      ? { "200": { description: answer.text, content: jsonOf(answer.schema) } }
      : RECEIVED,
  };
}

function pathsOf(contracts: Contract[]) {
  const paths = [...Map.groupBy(contracts, ({ path }) => path)].map(([path, operations]) => {
    const methods = operations.map((one) => [one.method.toLowerCase(), operationOf(one)]);
    return [path, Object.fromEntries(methods)];
  });
  return Object.fromEntries(paths);
}

const ABOUT = `Turn reward points into donations to university athletic foundations.

Banks send every request from their server with the \`X-Service-API-Key\` header. Operations tagged Portal
are for cardholders, with an access token. Operations tagged School are for a school's team, with an access
token, and for the school's programs, with a service key. A donation is accepted immediately with 202 and completed
later: you receive a signed webhook, or you can retrieve the donation. If you repeat a request with the
same \`bank_transaction_ref\`, no second donation is created.

To link accounts with your customers' consent, send \`redirect_uri\` when you link, and configure your OpenID
Connect library with [our discovery document](/.well-known/openid-configuration).

New fields may be added to responses. Ignore fields you don't know.`;

export const WEBHOOKS = "The events we send to your endpoints.";

export const apiInfo = () => ({
  title: `${env().brandName} API`,
  version: "1.0.0",
  description: ABOUT,
  contact: { name: "Developer support", url: `${env().publicBaseUrl}/docs` },
  license: { name: "For partners under agreement", identifier: "LicenseRef-Partner-Agreement" },
});

/** Generates the document. @param contracts every operation; @param webhooks every event */
export function openApiDocument(contracts: Contract[], webhooks: WebhookContract[]) {
  const tags = Object.entries({ ...TAGS, Webhooks: WEBHOOKS });
  return createDocument(
    {
      openapi: "3.1.0",
      info: apiInfo(),
      // Linters take "localhost" for a placeholder that was forgotten.
      servers: [
        {
          url: env().publicBaseUrl.replace("//localhost", "//127.0.0.1"),
          description: `The ${env().environment} environment.`,
        },
      ],
      tags: tags.map(([name, description]) => ({ name, description })),
      paths: pathsOf(contracts),
      webhooks: Object.fromEntries(webhooks.map((one) => [one.type, { post: webhookOf(one) }])),
      components: {
        headers: HEADERS.answer,
        securitySchemes: {
          apiKey: {
            type: "apiKey",
            in: "header",
            name: "X-Service-API-Key",
            description: "`svc_test_…` in the sandbox, `svc_live_…` in production.",
          },
          accessToken: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "JWT",
            description:
              "An access token for a person's session, valid for one hour. It acts in one context: that of a " +
              "cardholder, or of the team of a school, a bank, or ours.",
          },
          serviceKey: {
            type: "http",
            scheme: "bearer",
            description: "`svk_…`: a key that a school's admins issue to one of its own programs.",
          },
        },
      },
    },
    SCHEMA_OPTIONS,
  );
}
