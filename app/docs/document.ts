/** The OpenAPI document as far as the reference reads it, made from the contracts. */
import { openApiDocument } from "#lib/http/openapi.ts";
import { contracts, webhooks } from "../openapi.json/contracts.ts";
import type { Schema, Schemas } from "./fields.ts";

export type Content = {
  "application/json": {
    schema: Schema;
    example?: unknown;
    examples?: Record<string, { summary: string; value: unknown }>;
  };
};
export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
};
export type Header = { $ref?: string; description?: string; schema?: Schema };
export type Answer = { description: string; headers?: Record<string, Header>; content?: Content };
export type DocumentOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Parameter[];
  /** One alternative with one scheme, or none where nobody has to say who they are. */
  security: { [Scheme in "apiKey" | "accessToken"]?: [] }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Answer>;
};
export type ApiDocument = {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DocumentOperation>>;
  webhooks: Record<string, { post: DocumentOperation }>;
  components: {
    schemas: Schemas;
    headers: Record<string, Header>;
    securitySchemes: {
      apiKey: { name: string; description: string };
      accessToken: { description: string };
    };
  };
};

let made: ApiDocument | undefined;

/** The document, made once. */
export function apiDocument(): ApiDocument {
  // It is wider than this; what we read of it is what we have put there.
  made ??= openApiDocument(contracts, webhooks) as unknown as ApiDocument;
  return made;
}
