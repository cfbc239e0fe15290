/** Static pages in `public/`, without scripts, for when the product's own pages can't be rendered. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ServiceError } from "../errors.ts";
import { requestIdFor } from "./request-context.ts";
import { failure, NEVER_FRAMED } from "./responses.ts";

type PlainPage = "unavailable" | "failed" | "link-ended" | "too-many" | "too-large";

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

/** The page for an error that someone in a browser may see. */
const PAGES: Partial<Record<number, PlainPage>> = {
  413: "too-large",
  429: "too-many",
  503: "unavailable",
};

/** Converts anything thrown to a response. For 413, 429, and 503, browsers get a page. */
export function failureFor(
  thrown: unknown,
  request: Request,
  requestId = requestIdFor(request),
): Response {
  const page = thrown instanceof ServiceError ? PAGES[thrown.status] : undefined;
  if (!page || !request.headers.get("accept")?.includes("text/html")) {
    return failure(thrown, requestId);
  }
  const { status, headers } = thrown as ServiceError;
  return plainPage(page, status, requestId, headers);
}
