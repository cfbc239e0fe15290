/** Keys derived from AUTH_SECRET: one per purpose and secret of the ring. */
import { hkdfSync } from "node:crypto";
import { env } from "../env.ts";

/** The first key signs and encrypts; every key verifies and decrypts, so rotation invalidates nothing. */
export function authKeys(purpose: string): [Uint8Array, ...Uint8Array[]] {
  const [first, ...older] = env().authSecrets;
  if (!first) throw new Error("AUTH_SECRET isn't set");
  const derive = (secret: string) => new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
  return [derive(first), ...older.map(derive)];
}
