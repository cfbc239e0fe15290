import { db } from "../../database/prisma.ts";
import { decrypt, encrypt, type Reencrypted, reencryptAll } from "../../encryption.ts";
import { env } from "../../env.ts";

const placeOf = (cardholderId: string) => `totp:${cardholderId}`;

/** Seals a secret for its cardholder. */
export function encryptTotp(cardholderId: string, secret: string) {
  return encrypt(env().identitySecretsKeys, placeOf(cardholderId), secret);
}

/** Opens a cardholder's sealed secret. */
export function decryptTotp(cardholderId: string, keyId: string, sealed: Uint8Array): string {
  const from = { keyId, sealed: Buffer.from(sealed) };
  return decrypt(env().identitySecretsKeys, placeOf(cardholderId), from);
}

/** Seals every secret anew under the first key. @returns how many, and which no key of ours opens */
export async function reencryptTotps(): Promise<Reencrypted> {
  const rows = await db().totp.findMany();
  return reencryptAll(
    rows,
    (row) => row.cardholderId,
    async ({ cardholderId, keyId, sealedSecret }) => {
      const anew = encryptTotp(cardholderId, decryptTotp(cardholderId, keyId, sealedSecret));
      // Guarded on what was read: a secret that was replaced meanwhile is sealed anew already.
      await db().totp.updateMany({
        where: { cardholderId, sealedSecret },
        data: { keyId: anew.keyId, sealedSecret: Uint8Array.from(anew.sealed) },
      });
    },
  );
}
