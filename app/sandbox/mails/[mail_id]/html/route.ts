/** An email's HTML as a page of its own: sandboxed, and unable to load anything. */
import { type EmailContext, findRequestedEmail } from "../../find-email.ts";

const HEADERS = {
  "Cache-Control": "no-store",
  // Links open in new windows, outside the sandbox.
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox " +
    "allow-top-navigation-by-user-activation",
  "Content-Type": "text/html; charset=utf-8",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

export async function GET(_request: Request, context: EmailContext): Promise<Response> {
  const email = await findRequestedEmail(context);
  if (email?.html) return new Response(email.html, { headers: HEADERS });
  const headers = { "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" };
  return new Response("Email not found.\n", { status: 404, headers });
}
