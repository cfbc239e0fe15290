import { requestIdFor } from "#lib/http/request-context.ts";
import { failure, NEVER_FRAMED } from "#lib/http/responses.ts";
import { admitScraper, exposeMetrics } from "#lib/operations/exposition.ts";

export const policy = { server: "api", limit: "files" };

export async function GET(request: Request): Promise<Response> {
  const requestId = requestIdFor(request);
  try {
    admitScraper(request.headers.get("authorization"));
    const { type, text } = await exposeMetrics();
    const headers = {
      ...NEVER_FRAMED,
      "Content-Type": type,
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
    };
    return new Response(text, { headers });
  } catch (error) {
    return failure(error, requestId);
  }
}
