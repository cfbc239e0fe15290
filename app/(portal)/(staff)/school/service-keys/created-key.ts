/**
 * Passes a new key to the page that shows it once. Only its hash is stored, so the key is in the URL as an encrypted
 * token, valid for ten minutes and only in the session that created it.
 */
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import type { CreatedServiceKey } from "#lib/staff/service-keys.ts";

const SECONDS = 10 * 60;

type KeyToken = Pick<CreatedServiceKey, "name" | "secret"> & { sessionId: string };

export async function pathToKey(
  scope: SchoolScope,
  { name, secret }: CreatedServiceKey,
): Promise<string> {
  const content: KeyToken = { name, secret, sessionId: scope.familyId };
  const note = await encryptToken("service-key", content, SECONDS);
  return `/school/service-keys/created?${new URLSearchParams({ note })}`;
}

/** The token's content; null if expired, another session's, or invalid. */
export async function readKey(scope: SchoolScope, note: string | undefined) {
  const content = note ? await decryptToken<KeyToken>("service-key", note) : null;
  return content?.sessionId === scope.familyId ? content : null;
}
