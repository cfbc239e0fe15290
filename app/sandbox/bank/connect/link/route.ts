/** The demo bank's server links an account with its customer's consent. Sandbox only. */
import { browserCookie, readBrowserCookie } from "#app/cookies.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { publicForm } from "#app/forms/form-route.ts";
import { seeOther } from "#app/same-origin.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { env } from "#lib/env.ts";
import { beginConnecting, type Connecting, finishConnecting } from "#lib/sandbox/connect.ts";

const PAGE = "/sandbox/bank/connect";
/** The bank's session of a customer who is away to approve: encrypted, in a cookie of its own. */
const COOKIE = "demo-connecting";
const SECONDS = 60 * 60;

const REFUSED =
  "The API refused the link. The demonstration key may have been replaced, or the bank’s redirect URIs changed.";

const begin = publicForm({
  page: PAGE,
  async submit() {
    const begun = await beginConnecting();
    if (!begun) throw new FormError(REFUSED);
    const kept = await encryptToken("demo-connect", begun.kept, SECONDS);
    const cookie = browserCookie(COOKIE, kept, { path: PAGE, seconds: SECONDS });
    return { path: begun.path, cookies: [cookie] };
  },
});

/** Requests the link, and sends the customer to approve it. */
export async function POST(...sent: Parameters<typeof begin>): Promise<Response> {
  if (env().environment === "production") return new Response(null, { status: 404 });
  return begin(...sent);
}

/** Where the customer comes back to: redeems the code at once. */
export async function GET(request: Request): Promise<Response> {
  if (env().environment === "production") return new Response(null, { status: 404 });
  const cookie = await readBrowserCookie(COOKIE, PAGE);
  const kept = cookie ? await decryptToken<Connecting>("demo-connect", cookie) : null;
  const connected = await finishConnecting(new URL(request.url).searchParams, kept);
  const done = await encryptToken("demo-connected", connected, SECONDS);
  const forgotten = browserCookie(COOKIE, "", { path: PAGE, seconds: 0 });
  return seeOther(`${PAGE}?${new URLSearchParams({ done })}#app`, [forgotten]);
}
