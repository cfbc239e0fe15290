import { answerWithDocument, type KeptDocument, keepDocument } from "#lib/http/kept-document.ts";
import { openApiDocument } from "#lib/http/openapi.ts";
import { contracts, webhooks } from "./contracts.ts";

const HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "public, max-age=300",
  "Access-Control-Allow-Origin": "*",
  "X-Content-Type-Options": "nosniff",
};

let kept: Promise<KeptDocument> | undefined;

/** The OpenAPI document, made once. Anybody may read it, from any page. */
export async function GET(request: Request): Promise<Response> {
  kept ??= keepDocument(JSON.stringify(openApiDocument(contracts, webhooks)), HEADERS);
  return answerWithDocument(await kept, request);
}
