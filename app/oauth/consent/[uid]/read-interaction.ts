/** The interaction of a consent page, if this browser has begun it. */
import { cookies } from "next/headers";
import { openInteraction } from "#lib/oauth/interactions.ts";
import { interactionCookie } from "#lib/oauth/provider.ts";

/** The browser's own proof: the cookie is sent to this page's path only. */
export const readOwnCookie = async () => (await cookies()).get(interactionCookie())?.value;

/** The interaction and its link; null if it has ended, or belongs to another browser. */
export const readInteraction = async (uid: string) => openInteraction(uid, await readOwnCookie());
