/** Signs out so that the cardholder can sign in with a different account and return to the consent page. */
import { isSameOrigin, rejectCrossSiteForm, seeOther } from "#app/same-origin.ts";
import { clearSessionCookie, currentSession } from "#app/session.ts";
import { signOut } from "#lib/auth/sessions.ts";
import { log } from "#lib/log.ts";
import { consentPath } from "#lib/oauth/paths.ts";

type Context = { params: Promise<{ uid: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  if (!isSameOrigin(request.headers)) return rejectCrossSiteForm();
  try {
    const scope = await currentSession();
    if (scope) await signOut(scope);
  } catch (error) {
    log().error({ err: error }, "sign-out failed");
  }
  const next = consentPath(encodeURIComponent((await params).uid));
  return seeOther(`/signin?${new URLSearchParams({ next })}`, clearSessionCookie());
}
