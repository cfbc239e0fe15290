/** An email's HTML as a page of its own: sandboxed, and unable to load anything. */
import { type EmailContext, findRequestedEmail } from "../../find-email.ts";

export const policy = { document: "email" };

export async function GET(_request: Request, context: EmailContext): Promise<Response> {
  const email = await findRequestedEmail(context);
  const headers = { "Cache-Control": "no-store", "Content-Type": "text/html; charset=utf-8" };
  if (email?.html) return new Response(email.html, { headers });
  headers["Content-Type"] = "text/plain; charset=utf-8";
  return new Response("Email not found.\n", { status: 404, headers });
}
