/** The OpenAPI document, made from the contracts that answer. */
import type { z } from "zod";
import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
} from "zod-openapi";
import { type Contract, TAGS, type WebhookContract } from "../contract.ts";
import { env } from "../env.ts";
import { documentedErrors, HEADERS, headersOf, REQUEST_ID } from "./openapi-responses.ts";
import { tidySchema } from "./openapi-schemas.ts";
import { successOf } from "./response-schemas.ts";

const JSON_TYPE = "application/json";

/** The example that stands beside a schema. @throws Error where there is none */
export function exampleOf(schema: z.ZodType): unknown {
  const [example] = (schema.meta()?.examples as unknown[] | undefined) ?? [];
  if (example === undefined) throw new Error(`${schema.meta()?.id ?? "a schema"} has no example`);
  return example;
}

function exampleAnswer({ data, list, query, summaryData }: Contract): unknown {
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

const SECURITY = { key: [{ apiKey: [] }], token: [{ accessToken: [] }], none: [] };

/** The success: JSON, and the other form where there is one. */
function contentOf(contract: Contract): ZodOpenApiContentObject {
  const content: ZodOpenApiContentObject = {
    [JSON_TYPE]: { schema: successOf(contract), example: exampleAnswer(contract) },
  };
  const { alternative } = contract;
  if (alternative) {
    const isText = alternative.startsWith("text/");
    content[alternative] = { schema: { type: "string", ...(isText ? {} : { format: "binary" }) } };
  }
  return content;
}

function operationOf(contract: Contract): ZodOpenApiOperationObject {
  const { params, query, headers, body, bodyOptional } = contract;
  const requestParams = {
    ...(params ? { path: params } : {}),
    ...(query ? { query } : {}),
    ...(headers ? { header: headers } : {}),
  };
  return {
    operationId: contract.id,
    tags: [contract.tag],
    summary: contract.summary,
    description: contract.description ?? `${contract.summary}.`,
    security: SECURITY[contract.auth],
    requestParams,
    ...(body
      ? {
          requestBody: {
            required: !bodyOptional,
            content: {
              [JSON_TYPE]: {
                schema: bodyOptional ? body.nullable() : body,
                example: exampleOf(body),
              },
            },
          },
        }
      : {}),
    responses: {
      [String(contract.status)]: {
        description: "Success.",
        headers: headersOf(contract.status),
        content: contentOf(contract),
      },
      ...documentedErrors(contract),
    },
  };
}

const RECEIVED: ZodOpenApiOperationObject["responses"] = {
  "2XX": { description: "The event was received. Any other response is retried on schedule." },
  "410": { description: "The endpoint is gone. It will be disabled." },
};

const answered = ({ text, schema }: NonNullable<WebhookContract["answer"]>) => ({
  "200": {
    description: text,
    content: { [JSON_TYPE]: { schema, example: exampleOf(schema) } },
  },
});

function webhookOf({ type, summary, body, answer }: WebhookContract) {
  const post: ZodOpenApiOperationObject = {
    operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: ["Webhooks"],
    summary,
    description:
      "Signed according to Standard Webhooks. Verify the signature over the raw body first.",
    security: [],
    requestParams: {},
    parameters: HEADERS.webhook,
    requestBody: {
      required: true,
      content: { [JSON_TYPE]: { schema: body, example: exampleOf(body) } },
    },
    responses: answer ? answered(answer) : RECEIVED,
  };
  return { post };
}

function pathsOf(contracts: Contract[]): Record<string, Record<string, ZodOpenApiOperationObject>> {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const contract of contracts) {
    const path = paths[contract.path] ?? {};
    path[contract.method.toLowerCase()] = operationOf(contract);
    paths[contract.path] = path;
  }
  return paths;
}

const ABOUT = `Turn reward points into donations to university athletic foundations.

Banks send every request from their server with the \`X-Service-API-Key\` header. Operations tagged Portal
are for cardholders, with an access token. A donation is accepted immediately with 202 and completed
later: you receive a signed webhook, or you can retrieve the donation. If you repeat a request with the
same \`bank_transaction_ref\`, no second donation is created.

To link accounts with your customers' consent, send \`redirect_uri\` when you link, and configure your OpenID
Connect library with [our discovery document](/.well-known/openid-configuration).

New fields may be added to responses. Ignore fields you don't know.`;

/** Makes the document. @param contracts every operation; @param webhooks every event */
export function openApiDocument(contracts: Contract[], webhooks: WebhookContract[]) {
  const tags = Object.entries({ ...TAGS, Webhooks: "The events we send to your endpoints." });
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: `${env().brandName} API`,
        version: "1.0.0",
        description: ABOUT,
        contact: { name: "Developer support", url: `${env().publicBaseUrl}/docs` },
        license: {
          name: "For partners under agreement",
          identifier: "LicenseRef-Partner-Agreement",
        },
      },
      servers: [{ url: env().publicBaseUrl, description: `The ${env().environment} environment.` }],
      tags: tags.map(([name, description]) => ({ name, description })),
      paths: pathsOf(contracts),
      webhooks: Object.fromEntries(webhooks.map((webhook) => [webhook.type, webhookOf(webhook)])),
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
            description: "An access token for a cardholder's session, valid for one hour.",
          },
        },
      },
    },
    { override: tidySchema },
  );
}
