/** Networks from which a cardholder has signed in before, stored with their sessions as a keyed hash. */
import { createHmac } from "node:crypto";
import { authKeys } from "../auth-keys.ts";
import { findSignInFromNetwork } from "../sql.ts";
import { networkOf } from "./network.ts";

const DAYS = 90;

/** Looked up for unknown email addresses, so that timing reveals nothing. Never found. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

const hashUnder = (key: Uint8Array, address: string) =>
  createHmac("sha256", key).update(networkOf(address)).digest();

/** The stored hash of a sign-in's network, from which no address can be read. */
export const networkHash = (address: string): Buffer =>
  hashUnder(authKeys("known-network")[0], address);

/** Whether this cardholder has ever signed in from this network. Always takes one lookup. */
export async function hasSignedInFrom(
  address: string,
  cardholderId: string = NOBODY,
): Promise<boolean> {
  const hashes = authKeys("known-network").map((key) => hashUnder(key, address));
  const found = await findSignInFromNetwork({ cardholderId, networkHashes: hashes, days: DAYS });
  return found.length === 1;
}
