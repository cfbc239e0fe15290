/** All forms: Next.js sends what is posted to a form's address here (next.config.ts). */
import { contextOf, createRouter } from "#lib/http/router.ts";
import { forms } from "../../generated/forms.ts";

export const policy = { server: "internal" };

const findForm = createRouter<(typeof forms)[number]>(forms);

export async function POST(request: Request): Promise<Response> {
  const match = findForm(new URL(request.url).pathname);
  return match.route?.form(request, contextOf(match)) ?? new Response(null, { status: 404 });
}
