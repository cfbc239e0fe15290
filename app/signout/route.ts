/** Ends the session for good and forgets its cookie. */
import { cookies } from "next/headers";
import { isFromOurPage, refuseForeignForm, seeOther } from "#app/same-origin.ts";
import { noteSignedOut } from "../session.ts";
import { endSessionBehind } from "../signin/in-process.ts";

export async function POST(request: Request): Promise<Response> {
  if (!isFromOurPage(request.headers)) return refuseForeignForm();
  const sent = (await cookies()).getAll().map(({ name, value }) => [name, value]);
  const forgotten = await endSessionBehind(Object.fromEntries(sent));
  return seeOther("/signin?left=1", [...forgotten, noteSignedOut()]);
}
