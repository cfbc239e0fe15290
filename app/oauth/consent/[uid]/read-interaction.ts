/** The interaction of a consent page, if this browser has begun it. */
import { cookies } from "next/headers";
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
