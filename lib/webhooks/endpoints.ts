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
  const { keyId, sealed } = seal(env().webhookSecretsKeys, placeOf(id), secret);
  await db().webhookEndpoint.create({
    data: { id, bankId, url, secretKeyId: keyId, sealedSecret: Uint8Array.from(sealed) },
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
