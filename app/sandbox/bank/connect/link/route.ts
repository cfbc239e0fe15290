/** The demo bank links an account with its customer's consent. */
import { browserCookie } from "#app/cookies.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { publicForm } from "#app/forms/form-route.ts";
import { seeOther } from "#app/same-origin.ts";
import type { LinkSession } from "#client/index.ts";
import { finishLink, requestLink } from "#demo-bank/linking.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { sandboxOnly } from "../../../sandbox-only.ts";
import { connectingCustomer, harbor } from "../../harbor.ts";

const PAGE = "/sandbox/bank/connect";
const SECONDS = 60 * 60;
/** The bank's session for a customer who left to approve the link: encrypted, in its own cookie. */
const connecting = browserCookie("demo-connecting", PAGE, SECONDS);

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
      return { path: new URL(link.url).pathname, cookies: [connecting.set(session)] };
    },
  }),
);

/** The redirect URI: redeems the code immediately. */
export const GET = sandboxOnly(async (request: Request) => {
  const cookie = await connecting.read();
  const session = cookie ? await decryptToken<LinkSession>("demo-connect", cookie) : null;
  const outcome = await finishLink(harbor(), new URL(request.url).searchParams, session);
  const done = await encryptToken("demo-connected", outcome, SECONDS);
  return seeOther(`${PAGE}?${new URLSearchParams({ done })}#app`, [connecting.clear()]);
});
