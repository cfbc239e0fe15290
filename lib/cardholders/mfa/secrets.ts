import { db } from "../../database/prisma.ts";
import { decrypt, encrypt, type Reencrypted, reencryptAll } from "../../encryption.ts";
import { env } from "../../env.ts";

const placeOf = (cardholderId: string) => `totp:${cardholderId}`;

/** Encrypts a secret for its cardholder. */
export function encryptTotp(cardholderId: string, secret: string) {
  return encrypt(env().identitySecretsKeys, placeOf(cardholderId), secret);
}

/** Decrypts a cardholder's secret. */
export function decryptTotp(cardholderId: string, keyId: string, sealed: Uint8Array): string {
  const from = { keyId, sealed: Buffer.from(sealed) };
  return decrypt(env().identitySecretsKeys, placeOf(cardholderId), from);
}

/** Re-encrypts every secret under the first key. @returns how many, and which could not be decrypted */
export async function reencryptTotps(): Promise<Reencrypted> {
  const rows = await db().totp.findMany();
  return reencryptAll(
    rows,
    (row) => row.cardholderId,
    async ({ cardholderId, keyId, sealedSecret }) => {
      const anew = encryptTotp(cardholderId, decryptTotp(cardholderId, keyId, sealedSecret));
      // Guarded on what was read: a secret that was replaced in the meantime is already under the first
      // key.
      await db().totp.updateMany({
        where: { cardholderId, sealedSecret },
        data: { keyId: anew.keyId, sealedSecret: Uint8Array.from(anew.sealed) },
      });
    },
  );
}
