/** API keys: `svc_test_<key id>:<secret>`. Only the secret's hash is stored. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { batch, batchedLookup, NO_GATHER_DELAY } from "../batch.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { isInNetworks } from "../net/cidr.ts";
import { type BankScope, mintBankScope } from "./scopes.ts";
import { findApiKeys, updateApiKeyUses } from "./sql.ts";
import { hashOfSecret } from "./tokens/opaque-tokens.ts";

const PREFIX = { sandbox: "svc_test_", production: "svc_live_" } as const;
const KEY = /^svc_(test|live)_([A-Za-z0-9]{16}):([A-Za-z0-9_-]{43})$/;
const DUMMY_HASH = Buffer.alloc(32);

/** What a key may do: everything, only reads, or only webhooks and events. */
export const KEY_SCOPES = ["full", "read", "webhooks"] as const;

type Operation = { method: string; path: string };

const WEBHOOK_PATHS = /^\/v1\/(webhook-endpoints|events|event-replays)\b/;

const IS_INCLUDED: Record<string, (operation: Operation) => boolean> = {
  full: () => true,
  read: ({ method }) => method === "GET",
  webhooks: ({ path }) => WEBHOOK_PATHS.test(path),
};

/** Whether a bank's key includes an operation of the API. */
export const includes = ({ keyScope = "full" }: BankScope, operation: Operation): boolean =>
  IS_INCLUDED[keyScope]?.(operation) ?? false;

/** A new key: the whole key, which is shown once, and what is stored of it. */
export function makeApiKey() {
  const { environment } = env();
  // 64 random bits in hex: unique, with no characters to escape.
  const keyId = randomBytes(8).toString("hex");
  const secret = randomBytes(32).toString("base64url");
  const stored = { keyId, environment, secretHash: hashOfSecret(secret) };
  return { apiKey: `${PREFIX[environment]}${keyId}:${secret}`, stored };
}

/** Looked up on every request, so a revoked key stops working immediately. Concurrent lookups are batched. */
const findKey = batchedLookup(
  (keyIds: string[]) => findApiKeys({ keyIds, environment: env().environment }),
  (row) => row.keyId,
  NO_GATHER_DELAY,
);

const recordUse = batch(
  ({ keyId }: { keyId: string; address: string }) => keyId,
  async (uses) => {
    await updateApiKeyUses({ uses });
    return uses.map(() => undefined);
  },
);

/**
 * Authenticates a bank.
 * @param header the value of X-Service-API-Key
 * @param address the client's IP address
 * @throws ServiceError API_KEY_MISSING, _INVALID (malformed, unknown, or the wrong secret: the same response),
 *   _WRONG_ENVIRONMENT; only with the correct secret, _REVOKED, _EXPIRED, _NOT_RELEASED, _WRONG_NETWORK
 */
export async function bankScopeOf(header: string | null, address = "unknown"): Promise<BankScope> {
  if (!header) throw new ServiceError("API_KEY_MISSING");
  const [, kind, keyId, secret] = KEY.exec(header) ?? [];
  if (!kind || !keyId || !secret) throw new ServiceError("API_KEY_INVALID");
  if (!header.startsWith(PREFIX[env().environment])) {
    throw new ServiceError("API_KEY_WRONG_ENVIRONMENT");
  }
  const row = await findKey(keyId);
  // Compares even if the key is unknown, so timing reveals nothing.
  const matches = timingSafeEqual(hashOfSecret(secret), row?.secretHash ?? DUMMY_HASH);
  if (!row || !matches) throw new ServiceError("API_KEY_INVALID");
  const { networks } = row;
  if (row.revokedAt) throw new ServiceError("API_KEY_REVOKED");
  if (row.isExpired) throw new ServiceError("API_KEY_EXPIRED");
  if (!row.releasedAt) throw new ServiceError("API_KEY_NOT_RELEASED");
  if (networks.length > 0 && !isInNetworks(address, networks)) {
    throw new ServiceError("API_KEY_WRONG_NETWORK");
  }
  if (row.isUseUnrecorded) await recordUse({ keyId, address });
  return mintBankScope(row.bankId, keyId, row.scope);
}

/** Whether a key that was authenticated before hasn't ended since. */
export async function isCurrentKey(keyId: string): Promise<boolean> {
  const key = await findKey(keyId);
  return key?.revokedAt === null && !key.isExpired;
}
