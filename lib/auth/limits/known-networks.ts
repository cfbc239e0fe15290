/** Networks from which somebody has signed in before, kept with their sessions as a keyed hash. */
import { createHmac } from "node:crypto";
import { authKeys } from "../auth-keys.ts";
import { findSignInFromNetwork } from "../sql.ts";
import { networkOf } from "./network.ts";

const DAYS = 90;

/** Stands for whoever an unknown address would be: looked up all the same, and never found. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

const hashUnder = (key: Uint8Array, address: string) =>
  createHmac("sha256", key).update(networkOf(address)).digest();

/** What is kept of the network of a sign-in: nobody reads an address from it. */
export const networkHash = (address: string): Buffer =>
  hashUnder(authKeys("known-network")[0], address);

/** Whether this person has signed in from there, however that session ended. One look-up in any case. */
export async function hasSignedInFrom(
  address: string,
  cardholderId: string = NOBODY,
): Promise<boolean> {
  const hashes = authKeys("known-network").map((key) => hashUnder(key, address));
  const found = await findSignInFromNetwork({ cardholderId, networkHashes: hashes, days: DAYS });
  return found.length === 1;
}
