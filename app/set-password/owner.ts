import { currentSession } from "#app/session.ts";
import { personOf } from "#lib/auth/scopes.ts";
import { readLinkState } from "#lib/cardholders/password/links.ts";

/** Whether someone other than a valid link's owner is signed in. */
export async function isSomeoneElses(token: string): Promise<boolean> {
  const session = await currentSession();
  if (!session) return false;
  const { cardholderId } = await readLinkState(token);
  return cardholderId !== null && cardholderId !== personOf(session);
}
