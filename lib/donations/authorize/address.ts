/** The URL at which a bank authorizes gifts. */
import { audit } from "../../auth/audit.ts";
import { encryptedColumns, ROTATED_SECRET_COLUMNS } from "../../auth/encrypted-columns.ts";
import type { BankApiScope } from "../../auth/scopes.ts";
import { affected, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { transaction } from "../../database/transaction.ts";
import { makeSecret } from "../../webhooks/signing.ts";

/** Secrets that sign authorization requests: one per bank, two during a rotation. */
export const authorizationSecrets = encryptedColumns({
  table: "authorization_address",
  id: "bank_id",
  ring: "webhookSecretsKeys",
  columns: ROTATED_SECRET_COLUMNS,
});

/** How long the old secret keeps signing after a rotation. */
const OVERLAP_MS = 24 * 60 * 60 * 1_000;

/** A bank's address with its secrets; undefined if it approves gifts only by its limits. */
export const findOwnAddress = (bankId: string) =>
  runForOne(
    kysely
      .selectFrom("authorizationAddress")
      .select(["url", "encryptedSecret", "previousEncryptedSecret"])
      .where("bankId", "=", bankId),
  );

/** Sets the address. @returns a new secret, shown once; null if the bank keeps its existing one */
export async function setAuthorizationAddress(
  scope: BankApiScope,
  url: string,
): Promise<string | null> {
  const { bankId } = scope;
  const secret = makeSecret();
  const encryptedSecret = authorizationSecrets.encrypt(bankId, secret);
  return transaction(async (tx) => {
    const upsert = kysely
      .insertInto("authorizationAddress")
      .values({ bankId, url, encryptedSecret })
      .onConflict((conflict) => conflict.column("bankId").doUpdateSet({ url }))
      .returning("encryptedSecret");
    const row = await runForOne(upsert, tx);
    await audit(tx, scope, "authorization.set", bankId, { url: new URL(url).origin });
    return row?.encryptedSecret.equals(encryptedSecret) ? secret : null;
  });
}

/** From now on, gifts are accepted without asking the bank. @returns false if the bank had no address */
export async function removeAuthorizationAddress(scope: BankApiScope): Promise<boolean> {
  const { bankId } = scope;
  return transaction(async (tx) => {
    const removal = kysely.deleteFrom("authorizationAddress").where("bankId", "=", bankId);
    const isRemoved = (await affected(removal, tx)) > 0;
    if (isRemoved) await audit(tx, scope, "authorization.remove", bankId);
    return isRemoved;
  });
}

/** Rotates the secret. The old one keeps signing for 24 hours. @returns the new one; null without an address */
export async function rotateAuthorizationSecret(scope: BankApiScope): Promise<string | null> {
  const { bankId } = scope;
  const secret = makeSecret();
  const encryptedSecret = authorizationSecrets.encrypt(bankId, secret);
  return transaction(async (tx) => {
    // One statement, so that concurrent rotations each keep the secret they replace.
    const rotation = kysely
      .updateTable("authorizationAddress")
      .set((of) => ({
        previousEncryptedSecret: of.ref("encryptedSecret"),
        previousSecretExpiresAt: new Date(Date.now() + OVERLAP_MS),
        encryptedSecret,
      }))
      .where("bankId", "=", bankId);
    if ((await affected(rotation, tx)) === 0) return null;
    await audit(tx, scope, "authorization.rotate-secret", bankId);
    return secret;
  });
}
