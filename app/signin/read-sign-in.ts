import { redirect } from "next/navigation";
import { redirectSignedIn } from "#app/enter-context.ts";
import { readFormState, readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { returnPath } from "#app/paths.ts";
import { currentSession } from "#app/session.ts";
import { readGiftToGive } from "./gift-to-give.tsx";

/** What each step of the sign-in reads. Leads someone who is signed in to where they were going. */
export async function readSignIn(searchParams: SearchParams) {
  const query = await readQuery(searchParams);
  const next = returnPath(query.next);
  const session = await currentSession();
  if (session) redirect(redirectSignedIn(session, next));
  const [state, gift] = await Promise.all([readFormState(query), readGiftToGive(next)]);
  return { query, next, state, gift };
}
