/**
 * Recovery codes on their way to the page that shows them once: only their hashes are kept, so they
 * pass through the address, sealed, and open for a few minutes in the session that asked for them.
 */

import type { CardholderScope } from "#lib/auth/scopes.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";

const SECONDS = 10 * 60;

type CodesToken = { codes: string[]; sessionId: string; done: "two-step" | "codes" };

/** @param done what the settings tell afterwards */
export async function pathToCodes(
  scope: CardholderScope,
  codes: string[],
  done: CodesToken["done"],
): Promise<string> {
  const content: CodesToken = { codes, sessionId: scope.familyId, done };
  const note = await encryptToken("recovery-codes", content, SECONDS);
  return `/settings/two-step/codes?${new URLSearchParams({ note })}`;
}

/** The codes of a note; null where it is too old, another session's or none of ours. */
export async function readCodes(scope: CardholderScope, note: string | undefined) {
  const content = note ? await decryptToken<CodesToken>("recovery-codes", note) : null;
  return content?.sessionId === scope.familyId ? content : null;
}
