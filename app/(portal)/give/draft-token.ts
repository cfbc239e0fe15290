/** A draft on its way through the browser: sealed, good for an hour, and of use to its giver alone. */
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import type { DonationDraft } from "#lib/donations/accept/drafts.ts";

const SECONDS = 60 * 60;

/** The page where a draft is looked over. */
export async function reviewPath(draft: DonationDraft, more: Record<string, string> = {}) {
  const token = await encryptToken("donation-draft", draft, SECONDS);
  return `/give/review?${new URLSearchParams({ draft: token, ...more })}`;
}

/** The draft of this cardholder; null where it is too old, another's or none of ours. */
export async function openDraft(
  { cardholderId }: CardholderScope,
  token: string | null | undefined,
): Promise<DonationDraft | null> {
  const draft = token ? await decryptToken<DonationDraft>("donation-draft", token) : null;
  return draft?.cardholderId === cardholderId ? draft : null;
}
