/** Ends the session and clears its cookie. `next`: where to continue after the next sign-in. */
import { readFields } from "#app/forms/read-fields.ts";
import { pathWithQuery, returnPath } from "#app/paths.ts";
import { isSameOrigin, rejectCrossSiteForm, seeOther } from "#app/same-origin.ts";
import { clearSessionCookie, endCurrentSession, signedOutCookie } from "../session.ts";

export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers)) return rejectCrossSiteForm();
  const next = (await readFields(request))?.get("next");
  await endCurrentSession();
  return seeOther(
    pathWithQuery("/signin", { left: "1", ...(next ? { next: returnPath(next) } : {}) }),
    [...clearSessionCookie(), await signedOutCookie()],
  );
}
