/** The demo bank links an account with its customer's consent. */
import { browserCookie, readBrowserCookie } from "#app/cookies.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { publicForm } from "#app/forms/form-route.ts";
import { seeOther } from "#app/same-origin.ts";
import { finishLink, type LinkSession, requestLink } from "#demo-bank/linking.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { sandboxOnly } from "../../../sandbox-only.ts";
import { connectingCustomer, harbor } from "../../harbor.ts";

const PAGE = "/sandbox/bank/connect";
/** The session of a customer who left to approve the link: encrypted. */
const COOKIE = "demo-connecting";
const SECONDS = 60 * 60;

const REFUSED =
  "The API refused the link. The demonstration key may have been replaced, or the bank’s redirect URIs changed.";

/** Requests the link, and redirects the customer to approve it. */
export const POST = sandboxOnly(
  publicForm({
    async submit() {
      const link = await requestLink(harbor(), connectingCustomer()).catch(() => {
        throw new FormError(REFUSED);
      });
      const session = await encryptToken("demo-connect", link.session, SECONDS);
      const cookie = browserCookie(COOKIE, session, { path: PAGE, seconds: SECONDS });
      return { path: new URL(link.url).pathname, cookies: [cookie] };
    },
  }),
);

/** The redirect URI: redeems the code immediately. */
export const GET = sandboxOnly(async (request: Request) => {
  const cookie = await readBrowserCookie(COOKIE, PAGE);
  const session = cookie ? await decryptToken<LinkSession>("demo-connect", cookie) : null;
  const outcome = await finishLink(harbor(), new URL(request.url).searchParams, session);
  const done = await encryptToken("demo-connected", outcome, SECONDS);
  const clearedCookie = browserCookie(COOKIE, "", { path: PAGE, seconds: 0 });
  return seeOther(`${PAGE}?${new URLSearchParams({ done })}#app`, [clearedCookie]);
});
