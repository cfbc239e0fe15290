/** The token in the session's cookie, as next-auth makes it. */
import { decode, type JWT } from "next-auth/jwt";
import { env } from "../env.ts";

/** Accepts tokens made with any of the secrets, so that they can be rotated. next-auth uses the first for new ones. */
export async function decodeSessionToken(token: string | undefined): Promise<JWT | null> {
  for (const secret of env().authSecrets) {
    const claims = await decode({ token, secret }).catch(() => null);
    if (claims) return claims;
  }
  return null;
}
