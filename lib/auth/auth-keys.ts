/** Keys from AUTH_SECRET: for each purpose its own, under each secret of the ring. */
import { hkdfSync } from "node:crypto";
import { env } from "../env.ts";

/** The first signs and seals; any of them verifies and opens, so that a new secret ends nothing. */
export function authKeys(purpose: string): [Uint8Array, ...Uint8Array[]] {
  const [first, ...older] = env().authSecrets;
  if (!first) throw new Error("AUTH_SECRET is not set");
  const keyOf = (secret: string) => new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
  return [keyOf(first), ...older.map(keyOf)];
}
