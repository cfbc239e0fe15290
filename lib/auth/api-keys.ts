/** API keys: `svc_test_<key id>:<secret>`. Only the secret's hash is stored. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { batchedLookup, NO_GATHER_DELAY } from "../batch.ts";
import { db } from "../database/prisma.ts";
import { affected, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { audit } from "./audit.ts";
import { type BankScope, mintBankScope, type SystemScope } from "./scopes.ts";
import { findApiKeys } from "./sql.ts";
import { hashOfSecret } from "./tokens/opaque-tokens.ts";

const PREFIX = { sandbox: "svc_test_", production: "svc_live_" } as const;
const KEY = /^svc_(test|live)_([A-Za-z0-9]{16}):([A-Za-z0-9_-]{43})$/;
const DUMMY_HASH = Buffer.alloc(32);

/** Looked up on every request, so a revoked key stops working immediately. Concurrent lookups are batched. */
const findKey = batchedLookup(
  (keyIds: string[]) => findApiKeys({ keyIds, environment: env().environment }),
  (row) => row.keyId,
  NO_GATHER_DELAY,
);

/**
 * Authenticates a bank.
 * @param header the value of X-Service-API-Key
 * @throws ServiceError API_KEY_MISSING, _INVALID (malformed, unknown, or the wrong secret: the same response),
 *   _REVOKED (only with the correct secret), _WRONG_ENVIRONMENT
 */
export async function bankScopeOf(header: string | null): Promise<BankScope> {
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
  if (row.revokedAt) throw new ServiceError("API_KEY_REVOKED");
  return mintBankScope(row.bankId, keyId);
}

/** Whether a key that was authenticated before hasn't been revoked since. */
export async function isCurrentKey(keyId: string): Promise<boolean> {
  return (await findKey(keyId))?.revokedAt === null;
}

/** Issues a key. The full key appears only in this result. */
export async function issueApiKey(scope: SystemScope, bankId: string) {
  const environment = env().environment;
  // 64 random bits in hex: unique, with no characters to escape.
  const keyId = randomBytes(8).toString("hex");
  const secret = randomBytes(32).toString("base64url");
  const key = { keyId, bankId, environment, secretHash: hashOfSecret(secret) };
  await transaction(async (tx) => {
    await affected(kysely.insertInto("apiKey").values(key), tx);
    await audit(tx, { ...scope, bankId }, "key.issue", keyId, { bank: bankId });
  });
  return { keyId, apiKey: `${PREFIX[environment]}${keyId}:${secret}` };
}

/** A bank's keys, newest first, without secrets. */
export async function listApiKeys(bankId: string) {
  return db().apiKey.findMany({
    where: { bankId },
    orderBy: { createdAt: "desc" },
    select: { keyId: true, environment: true, createdAt: true, revokedAt: true },
  });
}

/**
 * Revokes a key immediately. Guarded on `revokedAt`, so only one of two concurrent calls reports success.
 * @returns false if no valid key has this ID
 */
export function revokeApiKey(scope: SystemScope, keyId: string): Promise<boolean> {
  const revocation = kysely
    .updateTable("apiKey")
    .set({ revokedAt: new Date() })
    .where("keyId", "=", keyId)
    .where("revokedAt", "is", null)
    .returning("bankId");
  return transaction(async (tx) => {
    const revoked = await runForOne(revocation, tx);
    if (revoked) await audit(tx, { ...scope, ...revoked }, "key.revoke", keyId);
    return revoked !== undefined;
  });
}
