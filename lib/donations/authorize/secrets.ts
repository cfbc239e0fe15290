/** The secrets that sign what banks are asked: encrypted at rest, one per bank, two during a rotation. */
import type { AuthorizationAddress } from "../../../generated/prisma/client.ts";
import { db } from "../../database/prisma.ts";
import { decrypt, encrypt, type Reencrypted, reencryptAll } from "../../encryption.ts";
import { env } from "../../env.ts";

const placeOf = (bankId: string) => `authorization_address:${bankId}`;

/** Decrypts a bank's secret. */
export function decryptSecret(bankId: string, keyId: string, sealed: Uint8Array): string {
  const from = { keyId, sealed: Buffer.from(sealed) };
  return decrypt(env().webhookSecretsKeys, placeOf(bankId), from);
}

type Sealed = {
  secretKeyId: string;
  sealedSecret: Uint8Array;
  previousSecretKeyId: string | null;
  sealedPreviousSecret: Uint8Array | null;
};

/** Every secret of a bank that signs: two during a rotation. */
export function secretsOf(bankId: string, address: Sealed): string[] {
  const { previousSecretKeyId: keyId, sealedPreviousSecret: sealed } = address;
  return [
    decryptSecret(bankId, address.secretKeyId, address.sealedSecret),
    ...(keyId && sealed ? [decryptSecret(bankId, keyId, sealed)] : []),
  ];
}

/** Encrypts a secret for its bank. */
export function encryptSecret(bankId: string, secret: string) {
  const { keyId, sealed } = encrypt(env().webhookSecretsKeys, placeOf(bankId), secret);
  return { keyId, sealed: Uint8Array.from(sealed) };
}

const anew = (bankId: string, keyId: string, sealed: Uint8Array) =>
  encryptSecret(bankId, decryptSecret(bankId, keyId, sealed));

async function reseal(row: AuthorizationAddress): Promise<void> {
  const current = anew(row.bankId, row.secretKeyId, row.sealedSecret);
  const { previousSecretKeyId: keyId, sealedPreviousSecret: sealed } = row;
  const previous = keyId && sealed ? anew(row.bankId, keyId, sealed) : null;
  // Guarded on what was read: a secret that was rotated meanwhile already has the first key.
  await db().authorizationAddress.updateMany({
    where: { bankId: row.bankId, sealedSecret: row.sealedSecret },
    data: {
      secretKeyId: current.keyId,
      sealedSecret: current.sealed,
      ...(previous
        ? { previousSecretKeyId: previous.keyId, sealedPreviousSecret: previous.sealed }
        : {}),
    },
  });
}

/** Re-encrypts every secret with the first key. @returns the number, and the banks whose secret could not be decrypted */
export async function reencryptAuthorizationSecrets(): Promise<Reencrypted> {
  const rows = await db().authorizationAddress.findMany();
  return reencryptAll(rows, (row) => row.bankId, reseal);
}
