/** The keys that sign ID tokens: encrypted at rest, replaced by the operator, published before and after their use. */
import { generateKeyPair as generate } from "node:crypto";
import { promisify } from "node:util";
import { calculateJwkThumbprint, type JWK } from "jose";
import { audit } from "../auth/audit.ts";
import { encryptedIn } from "../auth/encrypted-columns.ts";
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

/** How long a new key is published before it signs: banks cache the keys, and so do our processes. */
const ANNOUNCED_SECONDS = 10 * 60;
/** How long a replaced key is published after that. Its last tokens have long expired by then. */
const KEPT_SECONDS = 24 * ID_TOKEN_SECONDS;

/** What every OpenID client supports. */
const ALGORITHM = "RS256";
const MODULUS_BITS = 2048;

export const signingKeys = encryptedIn({
  table: "signing_key",
  id: "kid",
  ring: "identitySecretsKeys",
  columns: ["encrypted_key"],
});

type Row = { kid: string; encryptedKey: Buffer };

/** The keys that can be decrypted. A key that cannot is as good as lost, and stops nothing. */
function readable(rows: Row[]): JWK[] {
  return rows.flatMap((row) => {
    try {
      return [JSON.parse(signingKeys.decrypt(row.kid, row.encryptedKey))];
    } catch (error) {
      if (!(error instanceof UnknownKey)) throw error;
      log().error({ kid: row.kid }, "a signing key cannot be decrypted");
      return [];
    }
  });
}

/** Every published key, private parts included. The first one signs. */
export async function loadSigningKeys(): Promise<JWK[]> {
  const keys = readable(await findSigningKeys({}));
  return keys.length > 0 ? keys : makeFirstKey();
}

/** Concurrent processes make one. */
async function makeFirstKey(): Promise<JWK[]> {
  const key = await makeKey();
  return transaction(async (tx) => {
    await advisoryLock(tx, "signing_key");
    const keys = readable(await findSigningKeys({}, tx));
    if (keys.length > 0) return keys;
    await insert(tx, key, 0);
    return readable([key]);
  });
}

async function makeKey(): Promise<Row> {
  const { privateKey } = await promisify(generate)("rsa", { modulusLength: MODULUS_BITS });
  const jwk = { ...(privateKey.export({ format: "jwk" }) as JWK), alg: ALGORITHM, use: "sig" };
  const kid = await calculateJwkThumbprint(jwk);
  const text = JSON.stringify({ ...jwk, kid });
  return { kid, encryptedKey: signingKeys.encrypt(kid, text) };
}

async function insert(tx: Transaction, key: Row, seconds: number): Promise<void> {
  const row = { ...key, signsFrom: inSeconds(seconds) };
  await affected(kysely.insertInto("signingKey").values(row), tx);
}

/**
 * Replaces the signing key. The new one is published at once and signs a few minutes later; the one before
 * stays published for a day.
 * @returns the new key's ID, and when it begins to sign
 */
export async function rotateSigningKey(scope: SystemScope, announcedSeconds = ANNOUNCED_SECONDS) {
  const key = await makeKey();
  await transaction(async (tx) => {
    await advisoryLock(tx, "signing_key");
    const replaced = kysely
      .updateTable("signingKey")
      .set({ publishedUntil: inSeconds(announcedSeconds + KEPT_SECONDS) })
      .where("publishedUntil", "is", null);
    await affected(replaced, tx);
    await insert(tx, key, announcedSeconds);
    await audit(tx, scope, "signing-key.rotate", key.kid);
  });
  return { kid: key.kid, signsFrom: new Date(Date.now() + announcedSeconds * 1_000) };
}
