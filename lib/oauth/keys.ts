/** The keys that sign ID tokens: encrypted at rest, rotated by the operator, published before and after use. */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import { audit } from "../auth/audit.ts";
import { encryptedColumns } from "../auth/encrypted-columns.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { inSeconds } from "../database/expressions.ts";
import { affected } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { advisoryLock, type Transaction, transaction } from "../database/transaction.ts";
import { UnknownKey } from "../encryption.ts";
import { log } from "../log.ts";
import { findSigningKeys } from "./sql.ts";

/** How long an ID token is valid. */
export const ID_TOKEN_SECONDS = 60 * 60;

/** How long a new key is published before it signs: banks and our own processes cache the keys. */
const PUBLISH_AHEAD_SECONDS = 10 * 60;
/** How much longer a replaced key stays published: well past the expiry of its last tokens. */
const RETIRE_AFTER_SECONDS = 24 * ID_TOKEN_SECONDS;

/** Every OpenID client supports it. */
export const ALGORITHM = "RS256";

export const signingKeys = encryptedColumns({
  table: "signing_key",
  id: "kid",
  ring: "identitySecretsKeys",
  columns: ["encrypted_key"],
});

type Row = { kid: string; encryptedKey: Buffer };

/** Skips keys that can't be decrypted: they are as good as lost, and must not stop the server. */
function decryptKeys(rows: Row[]): JWK[] {
  return rows.flatMap((row) => {
    try {
      return [JSON.parse(signingKeys.decrypt(row.kid, row.encryptedKey))];
    } catch (error) {
      if (!(error instanceof UnknownKey)) throw error;
      log().error({ kid: row.kid }, "can't decrypt a signing key");
      return [];
    }
  });
}

/** Every published key, including private parts. The first one signs. */
export async function loadSigningKeys(): Promise<JWK[]> {
  const keys = decryptKeys(await findSigningKeys({}));
  return keys.length > 0 ? keys : createFirstKey();
}

/** Under a lock, so concurrent processes create only one. */
async function createFirstKey(): Promise<JWK[]> {
  const key = await generateKey();
  return transaction(async (tx) => {
    await advisoryLock(tx, "signing_key");
    const keys = decryptKeys(await findSigningKeys({}, tx));
    if (keys.length > 0) return keys;
    await insertKey(tx, key, 0);
    return decryptKeys([key]);
  });
}

async function generateKey(): Promise<Row> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), alg: ALGORITHM, use: "sig" };
  const kid = await calculateJwkThumbprint(jwk);
  const text = JSON.stringify({ ...jwk, kid });
  return { kid, encryptedKey: signingKeys.encrypt(kid, text) };
}

async function insertKey(tx: Transaction, key: Row, signsInSeconds: number): Promise<void> {
  const row = { ...key, signsFrom: inSeconds(signsInSeconds) };
  await affected(kysely.insertInto("signingKey").values(row), tx);
}

/**
 * Replaces the signing key. The new one is published immediately and signs a few minutes later; the old one
 * stays published for a day.
 * @returns the new key's ID, and when it starts signing
 */
export async function rotateSigningKey(scope: SystemScope, aheadSeconds = PUBLISH_AHEAD_SECONDS) {
  const key = await generateKey();
  await transaction(async (tx) => {
    await advisoryLock(tx, "signing_key");
    const replaced = kysely
      .updateTable("signingKey")
      .set({ publishedUntil: inSeconds(aheadSeconds + RETIRE_AFTER_SECONDS) })
      .where("publishedUntil", "is", null);
    await affected(replaced, tx);
    await insertKey(tx, key, aheadSeconds);
    await audit(tx, scope, "signing-key.rotate", key.kid);
  });
  return { kid: key.kid, signsFrom: new Date(Date.now() + aheadSeconds * 1_000) };
}
