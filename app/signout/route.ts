/** Ends the session and clears its cookie. */
import { isFromOurPage, refuseForeignForm, seeOther } from "#app/same-origin.ts";
import { signOut } from "#lib/cardholders/sign-in/sign-in.ts";
import { log } from "#lib/log.ts";
import { currentCardholder, forgetSessionCookie, signedOutCookie } from "../session.ts";

export async function POST(request: Request): Promise<Response> {
  if (!isFromOurPage(request.headers)) return refuseForeignForm();
  try {
    const scope = await currentCardholder();
    if (scope) await signOut(scope);
  } catch (error) {
    log().error({ err: error }, "sign-out failed");
  }
  return seeOther("/signin?left=1", [...forgetSessionCookie(), signedOutCookie()]);
}
