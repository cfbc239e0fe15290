/** Ends the session and clears its cookie. */
import { isSameOrigin, rejectCrossSiteForm, seeOther } from "#app/same-origin.ts";
import { signOut } from "#lib/cardholders/sign-in/sign-in.ts";
import { log } from "#lib/log.ts";
import { clearSessionCookie, currentSession, signedOutCookie } from "../session.ts";

export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers)) return rejectCrossSiteForm();
  try {
    const scope = await currentSession();
    if (scope) await signOut(scope);
  } catch (error) {
    log().error({ err: error }, "sign-out failed");
  }
  return seeOther("/signin?left=1", [...clearSessionCookie(), await signedOutCookie()]);
}
