/** The paths that people return to after they set a password, with the link from an email. */
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { linkHandleIn } from "./oauth/link-path.ts";
import { returnPath } from "./paths.ts";

/** A gift's form, with what was chosen on it. */
const GIVE = /^\/give\/[^/?#]+(\?[^#]{0,500})?$/;

/** The page that switches to a context, which an accepted invitation leads to. */
const SWITCH = /^\/switch\?to=[\w:%-]{1,100}$/;

/** A little longer than the lifetime of the password link that includes it. */
const SECONDS = 60 * 60;

/** As the parameter `next`: a consent request, a gift's form, or a switch. None for any other path. */
export const carriedPath = (path = ""): { next?: string } =>
  linkHandleIn(path) || GIVE.test(path) || SWITCH.test(path) ? { next: returnPath(path) } : {};

/** Encrypts a path to carry, for the URL in an email. */
export async function encryptCarriedPath(path: string | undefined): Promise<string | undefined> {
  const { next } = carriedPath(path);
  return next && encryptToken("return-path", { path: next }, SECONDS);
}

/** Decrypts the path from such a URL; undefined if it's invalid. */
export async function decryptCarriedPath(
  encrypted: string | null | undefined,
): Promise<string | undefined> {
  const token = encrypted ? await decryptToken<{ path: string }>("return-path", encrypted) : null;
  return token ? returnPath(token.path) : undefined;
}
