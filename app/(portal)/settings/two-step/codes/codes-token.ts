/**
 * Passes recovery codes to the page that shows them once. Only hashes are stored, so the codes are in the URL as an
 * encrypted token, valid for ten minutes and only in the session that requested them.
 */
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";

const SECONDS = 10 * 60;

type CodesToken = {
  codes: string[];
  sessionId: string;
  done: "app-added" | "passkey-added" | "codes";
};

/** @param done the flash message to show in the settings afterward */
export async function pathToCodes(
  scope: CardholderScope,
  codes: string[],
  done: CodesToken["done"],
): Promise<string> {
  const content: CodesToken = { codes, sessionId: scope.familyId, done };
  const note = await encryptToken("recovery-codes", content, SECONDS);
  return `/settings/two-step/codes?${new URLSearchParams({ note })}`;
}

/** The token's content; null if expired, another session's, or invalid. */
export async function readCodes(scope: CardholderScope, note: string | undefined) {
  const content = note ? await decryptToken<CodesToken>("recovery-codes", note) : null;
  return content?.sessionId === scope.familyId ? content : null;
}
