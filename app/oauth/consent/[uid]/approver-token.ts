/** Names the person whom a consent page was shown to: another tab may sign in somebody else meanwhile. */
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";

const SECONDS = 60 * 60;

type Approver = { uid: string; cardholderId: string; familyId: string };

export const approverToken = (uid: string, { cardholderId, familyId }: CardholderScope) =>
  encryptToken("consent", { uid, cardholderId, familyId } satisfies Approver, SECONDS);

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
