/** The interaction of a consent page, if this browser has begun it, and the person whom the page was shown to. */
import { cookies } from "next/headers";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { decidedInteraction, openInteraction } from "#lib/oauth/interactions.ts";
import { interactionCookie } from "#lib/oauth/places.ts";

/** The browser's own proof: the cookie is sent to this page's path only. */
const readOwnCookie = async () => (await cookies()).get(interactionCookie())?.value;

/** The interaction and its link; null if it has ended, or belongs to another browser. */
export const readInteraction = async (uid: string) => openInteraction(uid, await readOwnCookie());

/** The interaction of the page that leads back to the bank; null as above. */
export const readDecided = async (uid: string) => decidedInteraction(uid, await readOwnCookie());

/** Whether it was approved in this browser, and the bank has not redeemed its code. */
export async function isWaitingForBank(uid: string): Promise<boolean> {
  const decided = await readDecided(uid);
  return decided?.isApproved === true && !decided.isRedeemed;
}

const APPROVER_SECONDS = 60 * 60;

type Approver = { uid: string; cardholderId: string; familyId: string };

/** Names the person whom the page was shown to: another tab may sign in somebody else meanwhile. */
export const approverToken = (uid: string, { cardholderId, familyId }: CardholderScope) =>
  encryptToken("consent", { uid, cardholderId, familyId } satisfies Approver, APPROVER_SECONDS);

/** Whether this form was shown to this person, in this session, for this interaction. */
export async function isApprover(
  token: string | null,
  uid: string,
  scope: CardholderScope,
): Promise<boolean> {
  const shown = token ? await decryptToken<Approver>("consent", token) : null;
  return (
    shown?.uid === uid &&
    shown.cardholderId === scope.cardholderId &&
    shown.familyId === scope.familyId
  );
}
