/** The interaction of a consent page, if this browser started it, and the cardholder who saw the page. */
import { cookies } from "next/headers";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { findDecidedInteraction, findOpenInteraction } from "#lib/oauth/interactions.ts";
import { interactionCookie } from "#lib/oauth/paths.ts";

/** Proves that this browser started the interaction. The cookie is scoped to the page's path. */
const readInteractionCookie = async () => (await cookies()).get(interactionCookie())?.value;

/** The interaction and its link; null if it has ended, or belongs to another browser. */
export const readInteraction = async (uid: string) =>
  findOpenInteraction(uid, await readInteractionCookie());

/** The decided interaction, for the page that redirects to the bank; null as above. */
export const readDecided = async (uid: string) =>
  findDecidedInteraction(uid, await readInteractionCookie());

/** Whether it was approved in this browser and the bank hasn't redeemed the code yet. */
export async function isWaitingForBank(uid: string): Promise<boolean> {
  const decided = await readDecided(uid);
  return decided?.isApproved === true && !decided.isRedeemed;
}

const APPROVER_SECONDS = 60 * 60;

type Approver = { uid: string; cardholderId: string; familyId: string };

/** Identifies the cardholder who saw the page, since another tab could switch accounts in the meantime. */
export const approverToken = (uid: string, { cardholderId, familyId }: CardholderScope) =>
  encryptToken("consent", { uid, cardholderId, familyId } satisfies Approver, APPROVER_SECONDS);

/** Whether the form was rendered for this cardholder, session, and interaction. */
export async function isApprover(
  token: string | null,
  uid: string,
  scope: CardholderScope,
): Promise<boolean> {
  const approver = token ? await decryptToken<Approver>("consent", token) : null;
  return (
    approver?.uid === uid &&
    approver.cardholderId === scope.cardholderId &&
    approver.familyId === scope.familyId
  );
}
