/** Begins a link with consent, as the demo bank's own server would. Sandbox only. */
import { FormError } from "#app/forms/form-errors.ts";
import { publicForm } from "#app/forms/form-route.ts";
import { env } from "#lib/env.ts";
import { beginConnecting } from "#lib/sandbox/connect.ts";
import { keepConnecting } from "../connecting-cookie.ts";

const REFUSED =
  "The API refused the link. The demonstration key may have been replaced, or the bank’s redirect URIs changed.";

const start = publicForm({
  page: "/sandbox/bank/connect",
  async submit() {
    const begun = await beginConnecting();
    if (!begun) throw new FormError(REFUSED);
    return { path: begun.path, cookies: [await keepConnecting(begun.kept)] };
  },
});

export async function POST(...sent: Parameters<typeof start>): Promise<Response> {
  if (env().environment === "production") return new Response(null, { status: 404 });
  return start(...sent);
}
