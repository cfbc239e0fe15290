/** An email as HTML, by itself: as wide as the window, and unable to do or to load anything. */
import { type EmailContext, findRequestedEmail } from "../../find-email.ts";

const HEADERS = {
  "Cache-Control": "no-store",
  // Its links open in windows of their own, which are no longer confined.
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox " +
    "allow-top-navigation-by-user-activation",
  "Content-Type": "text/html; charset=utf-8",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

export async function GET(_request: Request, context: EmailContext): Promise<Response> {
  const mail = await findRequestedEmail(context);
  if (mail?.html) return new Response(mail.html, { headers: HEADERS });
  const headers = { "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" };
  return new Response("There is no such mail.\n", { status: 404, headers });
}
