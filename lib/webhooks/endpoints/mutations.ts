/** Where a bank wants to be told. One of another bank, or a deleted one, is one that never was. */
import { v7 as uuidv7 } from "uuid";
import { audit } from "../../audit.ts";
import type { BankScope } from "../../auth/scopes.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, ServiceError } from "../../errors.ts";
import {
  type Endpoint,
  type EndpointChanges,
  type EndpointRequest,
  MAX_ADDED_A_DAY,
  MAX_ENDPOINTS,
  type NewEndpoint,
  type RotatedSecret,
} from "./contract.ts";
import { makeSecret, sealSecret } from "./secrets.ts";
import { ENDPOINT_COLUMNS, type EndpointRow, serializeEndpoint } from "./serialize.ts";

/** The old secret of a rotation stays valid for so long, that the bank can change over in between. */
const OVERLAP_MS = 24 * 60 * 60 * 1_000;

/** What the audit log shows of an address: paths and queries hold tokens at some receivers. */
const originOf = (url: string) => new URL(url).origin;

async function requireRoom(tx: Transaction, bankId: string): Promise<void> {
  // Of two at once the second waits here, and counts the first. Donations take key-share locks on the
  // bank, and those do not wait for this one.
  await tx.query("select 1 from bank where id = $1 for no key update", [bankId]);
  const { rows } = await tx.query<{ present: number; added: number }>(
    `select count(*) filter (where status <> 'deleted') as present,
       count(*) filter (where created_at > now() - interval '1 day') as added
     from webhook_endpoint where bank_id = $1`,
    [bankId],
  );
  const { present = 0, added = 0 } = rows[0] ?? {};
  if (present < MAX_ENDPOINTS && added < MAX_ADDED_A_DAY) return;
  const msg =
    present < MAX_ENDPOINTS
      ? `A bank adds at most ${MAX_ADDED_A_DAY} webhook endpoints a day. Change one, or wait`
      : `A bank has at most ${MAX_ENDPOINTS} webhook endpoints. Delete one first`;
  throw new InvalidInput([{ loc: ["body", "url"], msg, type: "value_error" }]);
}

/**
 * Adds an endpoint. The secret is in this result and is shown once.
 * @throws InvalidInput at `url` where the bank has as many as it may have
 */
export async function addEndpoint(
  scope: BankScope,
  { url, description }: EndpointRequest,
): Promise<NewEndpoint> {
  const id = uuidv7();
  const secret = makeSecret();
  const { keyId, sealed } = sealSecret(id, secret);
  return transaction(async (tx) => {
    await requireRoom(tx, scope.bankId);
    const { rows } = await tx.query<EndpointRow>(
      `insert into webhook_endpoint (id, bank_id, url, description, secret_key_id, sealed_secret)
       values ($1, $2, $3, $4, $5, $6) returning ${ENDPOINT_COLUMNS}`,
      [id, scope.bankId, url, description ?? null, keyId, sealed],
    );
    await audit(scope, "webhook.add", id, { url: originOf(url) }, tx);
    return { ...serializeEndpoint(rows[0] as EndpointRow), secret };
  });
}

/**
 * Changes what is given and leaves the rest alone. Enabling forgets why it was disabled.
 * @throws ServiceError ENDPOINT_NOT_FOUND
 */
export async function changeEndpoint(
  scope: BankScope,
  endpointId: string,
  { url, description, status }: EndpointChanges,
): Promise<Endpoint> {
  return transaction(async (tx) => {
    const { rows } = await tx.query<EndpointRow>(
      `update webhook_endpoint set url = coalesce($3, url),
         description = case when $4 then $5 else description end,
         status = coalesce($6, status),
         disabled_reason = case
           when $6 = 'enabled' then null
           when $6 = 'disabled' and status = 'enabled' then 'disabled by the bank'
           else disabled_reason end,
         failing_since = case when $6 = 'enabled' then null else failing_since end
       where id = $1 and bank_id = $2 and status <> 'deleted'
       returning ${ENDPOINT_COLUMNS}`,
      [endpointId, scope.bankId, url, description !== undefined, description, status],
    );
    if (!rows[0]) throw new ServiceError("ENDPOINT_NOT_FOUND");
    const details = {
      ...(url === undefined ? {} : { url: originOf(url) }),
      ...(description === undefined ? {} : { description }),
      ...(status === undefined ? {} : { status }),
    };
    if (Object.keys(details).length > 0) {
      await audit(scope, "webhook.change", endpointId, details, tx);
    }
    return serializeEndpoint(rows[0]);
  });
}

/**
 * Deletes an endpoint. Its row stays, for the deliveries that it had; those still to be made are given
 * up when their time comes.
 * @throws ServiceError ENDPOINT_NOT_FOUND
 */
export async function deleteEndpoint(
  scope: BankScope,
  endpointId: string,
): Promise<Record<string, never>> {
  return transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `update webhook_endpoint set status = 'deleted'
       where id = $1 and bank_id = $2 and status <> 'deleted'`,
      [endpointId, scope.bankId],
    );
    if (rowCount !== 1) throw new ServiceError("ENDPOINT_NOT_FOUND");
    await audit(scope, "webhook.delete", endpointId, {}, tx);
    return {};
  });
}

/**
 * Gives an endpoint a new secret; the old one signs too for 24 hours.
 * @returns the new secret, shown once
 * @throws ServiceError ENDPOINT_NOT_FOUND
 */
export async function rotateSecret(scope: BankScope, endpointId: string): Promise<RotatedSecret> {
  const secret = makeSecret();
  const { keyId, sealed } = sealSecret(endpointId, secret);
  return transaction(async (tx) => {
    // One statement, so that of two rotations at once each keeps the secret that it replaces.
    const { rows } = await tx.query<{ expiresAt: Date }>(
      `update webhook_endpoint set previous_secret_key_id = secret_key_id,
         sealed_previous_secret = sealed_secret, secret_key_id = $3, sealed_secret = $4,
         previous_secret_expires_at = now() + $5 * interval '1 millisecond'
       where id = $1 and bank_id = $2 and status <> 'deleted'
       returning previous_secret_expires_at as "expiresAt"`,
      [endpointId, scope.bankId, keyId, sealed, OVERLAP_MS],
    );
    if (!rows[0]) throw new ServiceError("ENDPOINT_NOT_FOUND");
    await audit(scope, "webhook.rotate-secret", endpointId, {}, tx);
    const previous_secret_expires_at = rows[0].expiresAt.toISOString();
    return { endpoint_id: endpointId, secret, previous_secret_expires_at };
  });
}
