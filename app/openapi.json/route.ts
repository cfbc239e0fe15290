import { type CachedDocument, cacheDocument, respondWithDocument } from "#lib/http/compression.ts";
import { openApiDocument } from "#lib/http/openapi.ts";
import { NEVER_FRAMED } from "#lib/http/responses.ts";
import { contracts, webhooks } from "./contracts.ts";

export const policy = { server: "api" };

const HEADERS = {
  ...NEVER_FRAMED,
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "public, max-age=300",
  "Access-Control-Allow-Origin": "*",
};

let cached: Promise<CachedDocument> | undefined;

/** The OpenAPI document, built once, public, and readable from any origin. */
export async function GET(request: Request): Promise<Response> {
  cached ??= cacheDocument(JSON.stringify(openApiDocument(contracts, webhooks)), HEADERS);
  return respondWithDocument(await cached, request);
}
