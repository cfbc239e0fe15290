/** Static pages in `public/`, without scripts, for when the product's own pages can't be rendered. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ServiceError } from "../errors.ts";
import { requestIdFor } from "./request-context.ts";
import { failure, NEVER_FRAMED } from "./responses.ts";

export type PlainPage = "unavailable" | "failed" | "link-ended" | "too-many";

/** A static page as a response. */
export function plainPage(
  name: PlainPage,
  status: number,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  const html = readFileSync(join(process.cwd(), "public", `${name}.html`), "utf8");
  return new Response(html, {
    status,
    headers: {
      ...NEVER_FRAMED,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Length": String(Buffer.byteLength(html)),
      "Content-Security-Policy": "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
      ...headers,
    },
  });
}

/** Converts anything thrown to a response. For 429 and 503, browsers get a page. */
export function failureFor(
  thrown: unknown,
  request: Request,
  requestId = requestIdFor(request),
): Response {
  const isBusy = thrown instanceof ServiceError && [429, 503].includes(thrown.status);
  if (!isBusy || !request.headers.get("accept")?.includes("text/html")) {
    return failure(thrown, requestId);
  }
  return plainPage(
    thrown.status === 503 ? "unavailable" : "too-many",
    thrown.status,
    requestId,
    thrown.headers,
  );
}
