/** The handle of a request for consent: a secret in the URL that the bank sends its customer to. */
import { hashOfSecret, looksLikeToken, makeOpaqueToken } from "../../auth/tokens/opaque-tokens.ts";
import { env } from "../../env.ts";

const PREFIX = "lnk";

/** A new handle, its stored hash, and the URL that contains it, which holds no personal data. */
export function makeHandle(): { handleHash: Buffer; url: string } {
  const handle = makeOpaqueToken(PREFIX);
  return { handleHash: hashOfSecret(handle), url: `${env().publicBaseUrl}/oauth/link/${handle}` };
}

/** The hash to look a handle up by; null if it does not look like one. */
export function hashOfHandle(handle: string): Buffer | null {
  return looksLikeToken(PREFIX, handle) ? hashOfSecret(handle) : null;
}
