/** Service keys, for programs of a school's foundation: `svk_<secret>`. Only the hash is stored. */
import { batchedLookup, NO_GATHER_DELAY } from "../batch.ts";
import { isInNetworks } from "../net/cidr.ts";
import { mintServiceKeyScope, type ServiceKeyScope } from "./scopes.ts";
import { findServiceKeys, updateServiceKeyUse } from "./sql.ts";
import type { ServiceKeyRole } from "./tenants.ts";
import { hashOfSecret, hashOfToken, makeOpaqueToken } from "./tokens/opaque-tokens.ts";

const PREFIX = "svk";
/** How many of its last characters identify a key to people. */
const HINT_LENGTH = 4;

/** A new key: its secret, which is shown once, and what is stored of it. */
export function makeServiceKey() {
  const secret = makeOpaqueToken(PREFIX);
  return { secret, stored: { secretHash: hashOfSecret(secret), hint: secret.slice(-HINT_LENGTH) } };
}

const textOf = (hash: Uint8Array) => Buffer.from(hash).toString("hex");

/** Looked up at every use, so a revoked key stops working immediately. Concurrent lookups are batched. */
const findKey = batchedLookup(
  (hashes: string[]) => findServiceKeys({ hashes: hashes.map((hash) => Buffer.from(hash, "hex")) }),
  ({ secretHash }) => textOf(secretHash),
  NO_GATHER_DELAY,
);

/**
 * Authenticates a program of a foundation.
 * @param secret the whole key
 * @param address the client's IP address
 * @returns null if the key is malformed, unknown, expired, revoked, or not for this network: callers can't tell which
 */
export async function authenticateServiceKey(
  secret: string,
  address: string,
): Promise<ServiceKeyScope | null> {
  const hash = hashOfToken(PREFIX, secret);
  const key = hash && (await findKey(textOf(hash)));
  if (!key || !isInNetworks(address, key.networks)) return null;
  if (key.isUseUnrecorded) await updateServiceKeyUse({ id: key.id });
  const { id, schoolId, role } = key;
  return mintServiceKeyScope({ id, schoolId, role: role as ServiceKeyRole });
}
