/** Signs out so that the cardholder can sign in with a different account and return to the consent page. */
import { isSameOrigin, rejectCrossSiteForm, seeOther } from "#app/same-origin.ts";
import { clearSessionCookie, endCurrentSession } from "#app/session.ts";
import { consentPath } from "#lib/oauth/paths.ts";

type Context = { params: Promise<{ uid: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  if (!isSameOrigin(request.headers)) return rejectCrossSiteForm();
  await endCurrentSession();
  const next = consentPath(encodeURIComponent((await params).uid));
  return seeOther(`/signin?${new URLSearchParams({ next })}`, clearSessionCookie());
}
