/** next-auth's own endpoints. Our pages need none of them; clients made for next-auth do. */
import NextAuth from "next-auth";
import { env } from "#lib/env.ts";
import { authOptions } from "../options.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

// `_log` would let anybody write into our log.
const ACTIONS = new Set(["callback", "csrf", "error", "providers", "session", "signin", "signout"]);

/** This machine has more names than the configured one: redirects stay on the host in use. */
function keepHost(response: Response): Response {
  const { publicBaseUrl } = env();
  const location = response.headers.get("location");
  if (location?.startsWith(publicBaseUrl)) {
    response.headers.set("Location", location.slice(publicBaseUrl.length) || "/");
  }
  return response;
}

async function handler(request: Request, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  if (!ACTIONS.has(nextauth[0] ?? "")) return new Response(null, { status: 404 });
  return keepHost(await NextAuth(request as never, context as never, authOptions()));
}

export { handler as GET, handler as POST };
