/** Where a bank wants to be told, and the secret it verifies with. */
import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { Prisma } from "../../generated/prisma/client.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { db, pool } from "../db.ts";
import { env } from "../env.ts";
import { InvalidInput } from "../errors.ts";
import { type Resealed, resealAll, seal, unseal } from "../seal.ts";
import { checkWebhookAddress, ForbiddenAddress } from "./address.ts";

const placeOf = (endpointId: string) => `webhook_endpoint:${endpointId}`;

/** Opens an endpoint's sealed secret. */
export function openSecret(endpointId: string, keyId: string, sealed: Uint8Array): string {
  const from = { keyId, sealed: Buffer.from(sealed) };
  return unseal(env().webhookSecretsKeys, placeOf(endpointId), from);
}

/** As Standard Webhooks spells a symmetric secret. */
const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

/** The old secret of a rotation stays valid for so long, that the bank can change over in between. */
const OVERLAP_MS = 24 * 60 * 60 * 1_000;

function sealedSecret(endpointId: string, secret: string) {
  const { keyId, sealed } = seal(env().webhookSecretsKeys, placeOf(endpointId), secret);
  return { keyId, sealed: Uint8Array.from(sealed) };
}

/**
 * Adds an endpoint. The secret is in this result and is shown once.
 * @throws InvalidInput at `url` where the address is not allowed
 */
export async function addEndpoint(_scope: SystemScope, bankId: string, url: string) {
  try {
    checkWebhookAddress(url);
  } catch (error) {
    if (!(error instanceof ForbiddenAddress)) throw error;
    throw new InvalidInput([
      {
        loc: ["body", "url"],
        msg: `This address cannot be used: ${error.message}`,
        type: "value_error",
      },
    ]);
  }
  const id = uuidv7();
  const secret = newSecret();
  const { keyId, sealed } = sealedSecret(id, secret);
  await db().webhookEndpoint.create({
    data: { id, bankId, url, secretKeyId: keyId, sealedSecret: sealed },
  });
  return { endpointId: id, secret };
}

/** A bank's endpoints, without their secrets. */
export async function listEndpoints(_scope: SystemScope, bankId: string) {
  return db().webhookEndpoint.findMany({
    where: { bankId, status: { not: "deleted" } },
    orderBy: { createdAt: "asc" },
    select: { id: true, url: true, status: true, disabledReason: true, createdAt: true },
  });
}

/** Lets a disabled endpoint have events again. @returns false where there is no such endpoint */
export async function enableEndpoint(_scope: SystemScope, endpointId: string): Promise<boolean> {
  const { count } = await db().webhookEndpoint.updateMany({
    where: { id: endpointId, status: "disabled" },
    data: { status: "enabled", disabledReason: null, failingSince: null },
  });
  return count === 1;
}

/**
 * Gives an endpoint a new secret; the old one signs too for 24 hours.
 * @returns the new secret, shown once, or null where there is no such endpoint
 */
export async function rotateSecret(_scope: SystemScope, endpointId: string) {
  const secret = newSecret();
  const { keyId, sealed } = sealedSecret(endpointId, secret);
  // One statement, so that of two rotations at once each keeps the secret that it replaces.
  const { rowCount } = await pool().query(
    `update webhook_endpoint set previous_secret_key_id = secret_key_id,
       sealed_previous_secret = sealed_secret, secret_key_id = $2, sealed_secret = $3,
       previous_secret_expires_at = now() + $4 * interval '1 millisecond'
     where id = $1 and status <> 'deleted'`,
    [endpointId, keyId, Buffer.from(sealed), OVERLAP_MS],
  );
  return rowCount === 1 ? { endpointId, secret } : null;
}

type SealedEndpoint = Prisma.WebhookEndpointGetPayload<object>;

async function reseal(row: SealedEndpoint): Promise<void> {
  const current = sealedSecret(row.id, openSecret(row.id, row.secretKeyId, row.sealedSecret));
  const { previousSecretKeyId: keyId, sealedPreviousSecret: sealed } = row;
  const previous = keyId && sealed ? sealedSecret(row.id, openSecret(row.id, keyId, sealed)) : null;
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
export async function resealSecrets(_scope: SystemScope): Promise<Resealed> {
  const rows = await db().webhookEndpoint.findMany();
  return resealAll(rows, (row) => row.id, reseal);
}
