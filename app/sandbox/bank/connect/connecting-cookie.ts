/** The demo bank's session of a customer who is away to approve: encrypted, in a cookie of its own. */
import { browserCookie, readBrowserCookie } from "#app/cookies.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import type { Connecting } from "#lib/sandbox/connect.ts";

const COOKIE = "demo-connecting";
const PATH = "/sandbox/bank/connect";
const SECONDS = 60 * 60;

export const keepConnecting = async (kept: Connecting) =>
  browserCookie(COOKIE, await encryptToken("demo-connect", kept, SECONDS), {
    path: PATH,
    seconds: SECONDS,
  });

export const forgetConnecting = () => browserCookie(COOKIE, "", { path: PATH, seconds: 0 });

export async function readConnecting(): Promise<Connecting | null> {
  const token = await readBrowserCookie(COOKIE, PATH);
  return token ? decryptToken<Connecting>("demo-connect", token) : null;
}
