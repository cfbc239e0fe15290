/** The path of a bank's consent request, which a cardholder returns to after signing in. */
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { returnPath } from "../paths.ts";

export const linkPath = (handle: string) => `/oauth/link/${encodeURIComponent(handle)}`;

/** The handle in a consent request's path; undefined for any other path. */
export const linkHandleIn = (path: string): string | undefined =>
  /^\/oauth\/link\/([\w-]+)$/.exec(path)?.[1];

/** A little longer than the lifetime of the password link that includes it. */
const SECONDS = 60 * 60;

/** Encrypts the path for the URL in an email; undefined for any other path. */
export async function encryptLinkPath(path: string): Promise<string | undefined> {
  return linkHandleIn(path) ? encryptReturnPath(path) : undefined;
}

/** Encrypts a path of our own choice for the page where someone sets a password. */
export const encryptReturnPath = (path: string): Promise<string> =>
  encryptToken("return-path", { path }, SECONDS);

/** Decrypts the path from such a URL; undefined if it's invalid. */
export async function decryptLinkPath(
  encrypted: string | null | undefined,
): Promise<string | undefined> {
  const token = encrypted ? await decryptToken<{ path: string }>("return-path", encrypted) : null;
  return token ? returnPath(token.path) : undefined;
}
