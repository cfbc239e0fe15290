/** The secrets that banks verify with: sealed at rest, one per endpoint, two while one is rotated. */
import { randomBytes } from "node:crypto";
import type { Prisma } from "../../../generated/prisma/client.ts";
import { db } from "../../database/prisma.ts";
import { env } from "../../env.ts";
import { type Resealed, resealAll, seal, unseal } from "../../seal.ts";

const placeOf = (endpointId: string) => `webhook_endpoint:${endpointId}`;

/** Opens an endpoint's sealed secret. */
export function openSecret(endpointId: string, keyId: string, sealed: Uint8Array): string {
  const from = { keyId, sealed: Buffer.from(sealed) };
  return unseal(env().webhookSecretsKeys, placeOf(endpointId), from);
}

/** Seals a secret for its endpoint. */
export function sealSecret(endpointId: string, secret: string) {
  return seal(env().webhookSecretsKeys, placeOf(endpointId), secret);
}

/** A new secret, as Standard Webhooks spells a symmetric one. */
export const makeSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

type SealedEndpoint = Prisma.WebhookEndpointGetPayload<object>;

function sealAnew(endpointId: string, keyId: string, sealed: Uint8Array) {
  const anew = sealSecret(endpointId, openSecret(endpointId, keyId, sealed));
  return { keyId: anew.keyId, sealed: Uint8Array.from(anew.sealed) };
}

async function reseal(row: SealedEndpoint): Promise<void> {
  const current = sealAnew(row.id, row.secretKeyId, row.sealedSecret);
  const { previousSecretKeyId: keyId, sealedPreviousSecret: sealed } = row;
  const previous = keyId && sealed ? sealAnew(row.id, keyId, sealed) : null;
  // Guarded on what was read: a secret that was rotated meanwhile is sealed anew already.
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

/** Seals every secret anew under the first key. @returns how many, and which no key of ours opens */
export async function resealSecrets(): Promise<Resealed> {
  const rows = await db().webhookEndpoint.findMany();
  return resealAll(rows, (row) => row.id, reseal);
}
