/** The demo bank's server links an account with its customer's consent. Sandbox only. */
import { browserCookie } from "#app/cookies.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { publicForm } from "#app/forms/form-route.ts";
import { seeOther } from "#app/same-origin.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { env } from "#lib/env.ts";
import { beginConnecting, type ConnectSession, finishConnecting } from "#lib/sandbox/connect.ts";

const PAGE = "/sandbox/bank/connect";
const SECONDS = 60 * 60;
/** The bank's session for a customer who left to approve the link: encrypted, in its own cookie. */
const connecting = browserCookie("demo-connecting", PAGE, SECONDS);

const REFUSED =
  "The API refused the link. The demonstration key may have been replaced, or the bank’s redirect URIs changed.";

const begin = publicForm({
  page: PAGE,
  async submit() {
    const started = await beginConnecting();
    if (!started) throw new FormError(REFUSED);
    const session = await encryptToken("demo-connect", started.session, SECONDS);
    return { path: started.path, cookies: [connecting.set(session)] };
  },
});

/** Requests the link, and redirects the customer to approve it. */
export async function POST(...sent: Parameters<typeof begin>): Promise<Response> {
  if (env().environment === "production") return new Response(null, { status: 404 });
  return begin(...sent);
}

/** The redirect URI: redeems the code immediately. */
export async function GET(request: Request): Promise<Response> {
  if (env().environment === "production") return new Response(null, { status: 404 });
  const cookie = await connecting.read();
  const session = cookie ? await decryptToken<ConnectSession>("demo-connect", cookie) : null;
  const result = await finishConnecting(new URL(request.url).searchParams, session);
  const done = await encryptToken("demo-connected", result, SECONDS);
  return seeOther(`${PAGE}?${new URLSearchParams({ done })}#app`, [connecting.clear()]);
}
