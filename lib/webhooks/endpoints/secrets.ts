/** Webhook signing secrets: encrypted at rest, one per endpoint, two during a rotation. */
import { randomBytes } from "node:crypto";
import type { Prisma } from "../../../generated/prisma/client.ts";
import { db } from "../../database/prisma.ts";
import { decrypt, encrypt, type Reencrypted, reencryptAll } from "../../encryption.ts";
import { env } from "../../env.ts";

const placeOf = (endpointId: string) => `webhook_endpoint:${endpointId}`;

/** Decrypts an endpoint's secret. */
export function decryptSecret(endpointId: string, keyId: string, sealed: Uint8Array): string {
  const from = { keyId, sealed: Buffer.from(sealed) };
  return decrypt(env().webhookSecretsKeys, placeOf(endpointId), from);
}

/** Encrypts a secret for its endpoint. */
export function encryptSecret(endpointId: string, secret: string) {
  return encrypt(env().webhookSecretsKeys, placeOf(endpointId), secret);
}

/** A new symmetric secret in the Standard Webhooks format. */
export const makeSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

type SealedEndpoint = Prisma.WebhookEndpointGetPayload<object>;

function reencryptSecret(endpointId: string, keyId: string, sealed: Uint8Array) {
  const anew = encryptSecret(endpointId, decryptSecret(endpointId, keyId, sealed));
  return { keyId: anew.keyId, sealed: Uint8Array.from(anew.sealed) };
}

async function reseal(row: SealedEndpoint): Promise<void> {
  const current = reencryptSecret(row.id, row.secretKeyId, row.sealedSecret);
  const { previousSecretKeyId: keyId, sealedPreviousSecret: sealed } = row;
  const previous = keyId && sealed ? reencryptSecret(row.id, keyId, sealed) : null;
  // Guarded on what was read: a secret that was rotated meanwhile already has the first key.
  await db().webhookEndpoint.updateMany({
    where: { id: row.id, sealedSecret: row.sealedSecret },
    data: {
      secretKeyId: current.keyId,
      sealedSecret: current.sealed,
      ...(previous
        ? { previousSecretKeyId: previous.keyId, sealedPreviousSecret: previous.sealed }
        : {}),
    },
  });
}

/** Re-encrypts every secret with the first key. @returns the number, and the IDs that could not be decrypted */
export async function reencryptSecrets(): Promise<Reencrypted> {
  const rows = await db().webhookEndpoint.findMany();
  return reencryptAll(rows, (row) => row.id, reseal);
}
