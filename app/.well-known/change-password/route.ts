import { requestIdFor } from "#lib/http/request-context.ts";
import { NEVER_FRAMED } from "#lib/http/responses.ts";

export const policy = { server: "api" };

/** Where password managers send people to change a password (W3C, "A Well-Known URL for Changing Passwords"). */
export function GET(request: Request): Response {
  const headers = { ...NEVER_FRAMED, "Cache-Control": "no-store", Location: "/settings#password" };
  return new Response(null, {
    status: 302,
    headers: { ...headers, "X-Request-Id": requestIdFor(request) },
  });
}
