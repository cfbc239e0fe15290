/** Changes to a bank's endpoints. Another bank's endpoint and a deleted one are both not found. */
import { isDeepStrictEqual } from "node:util";
import { v5 as uuidv5, v7 as uuidv7 } from "uuid";
import { audit } from "../../auth/audit.ts";
import type { BankApiScope } from "../../auth/scopes.ts";
import { onlyRow, requireRow, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, invalid, ServiceError, type Violation } from "../../errors.ts";
import { type EventType, SUBSCRIBABLE } from "../event-types.ts";
import { recordEvent } from "../events/record.ts";
import { endpointSecrets, makeSecret } from "../signing.ts";
import {
  type Endpoint,
  type EndpointChanges,
  type EndpointRequest,
  MAX_ADDED_A_DAY,
  MAX_ENDPOINTS,
  type NewEndpoint,
  type RotatedSecret,
} from "./contract.ts";
import { serializeEndpoint } from "./queries.ts";
import * as sql from "./sql.ts";

/** How long the old secret stays valid after a rotation, so that the bank can switch over. */
const OVERLAP_MS = 24 * 60 * 60 * 1_000;

/** The part of a URL that the audit log shows. Paths and queries may contain tokens. */
const originOf = (url: string) => new URL(url).origin;

/** Removes duplicates, in a fixed order. */
const normalizeTypes = (types: EventType[] | null | undefined): EventType[] =>
  SUBSCRIBABLE.filter((type) => types?.includes(type));

async function requireRoom(tx: Transaction, bankId: string): Promise<void> {
  const { present, added } = onlyRow(await sql.countEndpoints({ bankId }, tx));
  if (present < MAX_ENDPOINTS && added < MAX_ADDED_A_DAY) return;
  const msg =
    present < MAX_ENDPOINTS
      ? `You can add at most ${MAX_ADDED_A_DAY} webhook endpoints a day. Update an existing one, or try again later`
      : `You can have at most ${MAX_ENDPOINTS} webhook endpoints. Delete one first`;
  throw invalid("url", msg);
}

const KEY_REUSED: Violation = {
  loc: ["header", "Idempotency-Key"],
  msg: "This key was used before",
  type: "value_error",
};

/** The endpoint that was added with a key, whose ID it determines. @throws InvalidInput if it isn't as requested */
function repeat(
  first: sql.EndpointRow & { encryptedSecret: Buffer },
  requested: object,
): NewEndpoint {
  const { url, description, eventTypes, encryptedSecret } = first;
  if (!isDeepStrictEqual({ url, description, eventTypes }, requested)) {
    throw new InvalidInput([KEY_REUSED]);
  }
  return {
    ...serializeEndpoint(first),
    secret: endpointSecrets.decrypt(first.id, encryptedSecret),
  };
}

/**
 * Adds an endpoint, once per key. Only this result contains the secret.
 * @throws InvalidInput at `url` if the bank has reached its limit, or at the key if it was used for another request
 */
export async function addEndpoint(
  scope: BankApiScope,
  { url, description = null, event_types }: EndpointRequest,
  key?: string,
): Promise<NewEndpoint> {
  const { bankId } = scope;
  const id = key === undefined ? uuidv7() : uuidv5(key, bankId);
  const secret = makeSecret();
  const encryptedSecret = endpointSecrets.encrypt(id, secret);
  const requested = { url, description, eventTypes: normalizeTypes(event_types) };
  return transaction(async (tx) => {
    await sql.lockBank({ bankId }, tx);
    const earlier = sql.listedEndpoints(bankId).select("encryptedSecret").where("id", "=", id);
    const first = await runForOne(earlier.where(sql.IS_REPEATABLE), tx);
    if (first) return repeat(first, requested);
    await requireRoom(tx, bankId);
    const insertion = kysely
      .insertInto("webhookEndpoint")
      .values({ id, bankId, ...requested, encryptedSecret })
      .onConflict((conflict) => conflict.doNothing());
    const row = await runForOne(insertion.returning(sql.SHOWN), tx);
    // It was deleted since, or its secret isn't returned any more.
    if (!row) throw new InvalidInput([KEY_REUSED]);
    await audit(tx, scope, "webhook.add", id, { url: originOf(url) });
    return { ...serializeEndpoint(row), secret };
  });
}

/**
 * Changes the given fields. Enabling clears the disabled reason.
 * @throws ServiceError ENDPOINT_NOT_FOUND
 */
export async function changeEndpoint(
  scope: BankApiScope,
  endpointId: string,
  { url, description, event_types, status }: EndpointChanges,
): Promise<Endpoint> {
  return transaction(async (tx) => {
    const eventTypes = event_types === undefined ? undefined : normalizeTypes(event_types);
    const changes = { url, description, status, eventTypes };
    const update = sql.updateEndpoint({ endpointId, bankId: scope.bankId }, changes);
    const row = await requireRow(update, "ENDPOINT_NOT_FOUND", tx);
    const origin = url === undefined ? undefined : originOf(url);
    const details = { url: origin, description, event_types, status };
    if (Object.values(details).some((value) => value !== undefined)) {
      await audit(tx, scope, "webhook.change", endpointId, details);
    }
    return serializeEndpoint(row);
  });
}

/**
 * Deletes an endpoint. Its row stays, for its past deliveries. Pending deliveries become dead when they are due.
 * @throws ServiceError ENDPOINT_NOT_FOUND
 */
export async function deleteEndpoint(
  scope: BankApiScope,
  endpointId: string,
): Promise<Record<string, never>> {
  return transaction(async (tx) => {
    const one = { endpointId, bankId: scope.bankId };
    await requireRow(sql.markDeleted(one), "ENDPOINT_NOT_FOUND", tx);
    await audit(tx, scope, "webhook.delete", endpointId);
    return {};
  });
}

/**
 * Gives an endpoint a new secret. The old one also signs for 24 hours.
 * @returns the new secret, shown once
 * @throws ServiceError ENDPOINT_NOT_FOUND
 */
export async function rotateSecret(
  scope: BankApiScope,
  endpointId: string,
): Promise<RotatedSecret> {
  const secret = makeSecret();
  const encryptedSecret = endpointSecrets.encrypt(endpointId, secret);
  return transaction(async (tx) => {
    const rotation = { encryptedSecret, overlapMs: OVERLAP_MS };
    const one = { endpointId, bankId: scope.bankId };
    const rotated = await requireRow(sql.replaceSecret(one, rotation), "ENDPOINT_NOT_FOUND", tx);
    await audit(tx, scope, "webhook.rotate-secret", endpointId);
    const previous_secret_expires_at = rotated.expiresAt.toISOString();
    return { endpoint_id: endpointId, secret, previous_secret_expires_at };
  });
}

async function requireEnabled(tx: Transaction, scope: BankApiScope, id: string): Promise<void> {
  // Locked until the event has its delivery, so that the endpoint can't be disabled in between.
  const lock = sql.lockStatus({ endpointId: id, bankId: scope.bankId });
  const endpoint = await requireRow(lock, "ENDPOINT_NOT_FOUND", tx);
  if (endpoint.status !== "enabled") throw new ServiceError("ENDPOINT_DISABLED");
}

/**
 * Sends a test event to one endpoint: `webhook.test`, or a sample of another type.
 * @param sample the data of the type's example
 * @throws ServiceError ENDPOINT_NOT_FOUND, ENDPOINT_DISABLED
 */
export async function sendTestEvent(
  scope: BankApiScope,
  endpointId: string,
  type: EventType = "webhook.test",
  sample: object = {},
) {
  const eventId = await transaction(async (tx) => {
    await requireEnabled(tx, scope, endpointId);
    return recordEvent(tx, {
      bankId: scope.bankId,
      donationId: null,
      type,
      sequence: 0,
      data: type === "webhook.test" ? { endpoint_id: endpointId } : { ...sample, test: true },
      at: new Date(),
      onlyTo: endpointId,
    });
  });
  return { event_id: eventId };
}
