/** Where a bank wants to be told, and the secret it verifies with. */
import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { SystemScope } from "../auth/scopes.ts";
import { db } from "../db.ts";
import { env } from "../env.ts";
import { InvalidInput } from "../errors.ts";
import { seal, unseal } from "../seal.ts";
import { checkWebhookAddress, ForbiddenAddress } from "./address.ts";

const placeOf = (endpointId: string) => `webhook_endpoint:${endpointId}`;

/** Opens an endpoint's sealed secret. */
export function openSecret(endpointId: string, keyId: string, sealed: Uint8Array): string {
  const from = { keyId, sealed: Buffer.from(sealed) };
  return unseal(env().webhookSecretsKeys, placeOf(endpointId), from);
}

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
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
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

/** Seals every secret anew under the first key. @returns how many endpoints */
export async function resealSecrets(_scope: SystemScope): Promise<number> {
  const rows = await db().webhookEndpoint.findMany();
  for (const row of rows) {
    const current = sealedSecret(row.id, openSecret(row.id, row.secretKeyId, row.sealedSecret));
    const { previousSecretKeyId: keyId, sealedPreviousSecret: sealed } = row;
    const previous =
      keyId && sealed ? sealedSecret(row.id, openSecret(row.id, keyId, sealed)) : null;
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
  return rows.length;
}
