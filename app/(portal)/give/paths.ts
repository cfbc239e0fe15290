/** The paths of the giving flow. A draft is an encrypted token in the URL, valid for an hour and only for its cardholder. */
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import type { PortalDraft } from "#lib/giving/portal.ts";

const SECONDS = 60 * 60;

export async function reviewPath(draft: PortalDraft, extra: Record<string, string> = {}) {
  const token = await encryptToken("donation-draft", draft, SECONDS);
  return `/give/review?${new URLSearchParams({ draft: token, ...extra })}`;
}

/** The cardholder's draft; null if expired, another cardholder's, or invalid. */
export async function openDraft(
  { cardholderId }: CardholderScope,
  token: string | null | undefined,
): Promise<PortalDraft | null> {
  const draft = token ? await decryptToken<PortalDraft>("donation-draft", token) : null;
  return draft?.cardholderId === cardholderId ? draft : null;
}
