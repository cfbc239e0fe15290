/** The parts of the OpenAPI document that the reference uses. */
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
  /** Alternatives of one scheme each, or none for public operations. */
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

/** The document, created once. */
export function apiDocument(): ApiDocument {
  // Its type is wider; we only read what we have generated.
  made ??= openApiDocument(contracts, webhooks) as unknown as ApiDocument;
  return made;
}
