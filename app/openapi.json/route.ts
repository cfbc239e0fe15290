import { openApiDocument } from "#lib/http/openapi.ts";
import { contracts, webhooks } from "./contracts.ts";

let made: string | undefined;

/** The OpenAPI document, made once. Anybody may read it, from any page. */
export async function GET(): Promise<Response> {
  made ??= JSON.stringify(openApiDocument(contracts, webhooks));
  return new Response(made, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "public, max-age=300",
      "Access-Control-Allow-Origin": "*",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
