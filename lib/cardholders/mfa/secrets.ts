import { db } from "../../database/prisma.ts";
import { env } from "../../env.ts";
import { type Resealed, resealAll, seal, unseal } from "../../seal.ts";

const placeOf = (cardholderId: string) => `totp:${cardholderId}`;

/** Seals a secret for its cardholder. */
export function sealTotp(cardholderId: string, secret: string) {
  return seal(env().identitySecretsKeys, placeOf(cardholderId), secret);
}

/** Opens a cardholder's sealed secret. */
export function openTotp(cardholderId: string, keyId: string, sealed: Uint8Array): string {
  const from = { keyId, sealed: Buffer.from(sealed) };
  return unseal(env().identitySecretsKeys, placeOf(cardholderId), from);
}

/** Seals every secret anew under the first key. @returns how many, and which no key of ours opens */
export async function resealTotps(): Promise<Resealed> {
  const rows = await db().totp.findMany();
  return resealAll(
    rows,
    (row) => row.cardholderId,
    async ({ cardholderId, keyId, sealedSecret }) => {
      const anew = sealTotp(cardholderId, openTotp(cardholderId, keyId, sealedSecret));
      // Guarded on what was read: a secret that was replaced meanwhile is sealed anew already.
      await db().totp.updateMany({
        where: { cardholderId, sealedSecret },
        data: { keyId: anew.keyId, sealedSecret: Uint8Array.from(anew.sealed) },
      });
    },
  );
}
