/** The path of a request for consent, which a person returns to after signing in. */
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { returnPath } from "../paths.ts";

export const linkPath = (handle: string) => `/oauth/link/${encodeURIComponent(handle)}`;

/** The handle in the path that a sign-in leads to, if it is such a path. */
export const handleIn = (path: string): string | undefined =>
  /^\/oauth\/link\/([\w-]+)$/.exec(path)?.[1];

/** A little longer than the password link that carries it. */
const SECONDS = 60 * 60;

/** The path for the URL in an email, encrypted; undefined for the path of anything else. */
export async function encryptLinkPath(path: string): Promise<string | undefined> {
  return handleIn(path) ? encryptToken("return-path", { path }, SECONDS) : undefined;
}

/** The path in such a URL, or undefined. */
export async function decryptLinkPath(
  encrypted: string | null | undefined,
): Promise<string | undefined> {
  const token = encrypted ? await decryptToken<{ path: string }>("return-path", encrypted) : null;
  return token ? returnPath(token.path) : undefined;
}
