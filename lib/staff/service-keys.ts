/** A foundation's service keys, managed by its admins. They belong to the school, and outlast whoever created them. */
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { nameOfActor } from "../auth/actors.ts";
import { audit } from "../auth/audit.ts";
import { recheck } from "../auth/permissions.ts";
import type { SchoolScope } from "../auth/scopes.ts";
import { makeServiceKey } from "../auth/service-keys.ts";
import { isKeyInUse, KEY_COUNTS } from "../auth/sql.ts";
import { SERVICE_KEY_ROLES } from "../auth/tenants.ts";
import { inSeconds, now } from "../database/expressions.ts";
import { run, runForOne, runForRow } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { advisoryLock, transaction } from "../database/transaction.ts";
import { addViolation, line } from "../fields.ts";
import { MIN_PREFIX, parseNetwork } from "../net/cidr.ts";
import { printable } from "../text.ts";

/** Keys of one school that are in use. */
export const MAX_KEYS = 20;
/** Keys that a school may create within 24 hours. */
export const MAX_KEYS_A_DAY = 20;
export const MAX_NETWORKS = 20;
/** How long a key can be valid for, in days. */
export const LIFETIMES = [30, 90, 180, 365] as const;

export const DAY_SECONDS = 24 * 60 * 60;
const MAX_NETWORK_LENGTH = 50;
/** All keys in use, and the most recent others. */
const MAX_LISTED = 50;

const PROBLEMS = {
  malformed: "isn’t a network. Use CIDR notation, such as 203.0.113.0/24.",
  too_wide: `is too wide. The prefix must be at least /${MIN_PREFIX.ipv4} for IPv4, and /${MIN_PREFIX.ipv6} for IPv6.`,
};

/** Distinct networks in CIDR notation. Reports the first that isn't one, by name. */
export const networks = z
  .array(z.string())
  .min(1)
  .max(MAX_NETWORKS)
  .transform((all, context) => {
    const cidrs = new Set<string>();
    for (const text of all) {
      const network = parseNetwork(text);
      if (typeof network !== "string") cidrs.add(network.cidr);
      else {
        const shown = printable(text.slice(0, MAX_NETWORK_LENGTH));
        addViolation(context, "value_error", `“${shown}” ${PROBLEMS[network]}`);
        return z.NEVER;
      }
    }
    return [...cidrs];
  });

export const newServiceKey = z.object({
  name: line({ min: 1, max: 100 }),
  role: z.enum(SERVICE_KEY_ROLES),
  networks,
  days: z.literal(LIFETIMES),
});

export type NewServiceKey = z.output<typeof newServiceKey>;

export type CreatedServiceKey = { serviceKeyId: string; name: string; secret: string };

/**
 * Creates a key. The secret appears only in this result.
 * @returns the limit that it would exceed, if any
 * @throws ServiceError as `recheck`
 */
export async function createServiceKey(
  scope: SchoolScope,
  { name, role, networks, days }: NewServiceKey,
): Promise<CreatedServiceKey | "too_many" | "too_many_today"> {
  const { schoolId } = scope;
  const createdBy = nameOfActor(scope.actor);
  const [id, { secret, stored }] = [uuidv7(), makeServiceKey()];
  return transaction(async (tx) => {
    await advisoryLock(tx, `service-keys:${schoolId}`);
    await recheck(tx, scope, "service-keys.change");
    const { inUse, today } = await runForRow(keysOf(schoolId).select(KEY_COUNTS), tx);
    if (inUse >= MAX_KEYS) return "too_many";
    if (today >= MAX_KEYS_A_DAY) return "too_many_today";
    const expiresAt = inSeconds(days * DAY_SECONDS);
    const key = { id, schoolId, name, role, networks, expiresAt, createdBy, ...stored };
    await run(kysely.insertInto("serviceKey").values(key), tx);
    await audit(tx, scope, "service-key.create", id, { name, role, networks, days });
    return { serviceKeyId: id, name, secret };
  });
}

const keysOf = (schoolId: string) =>
  kysely.selectFrom("serviceKey").where("schoolId", "=", schoolId);

/** The school's keys: those in use, and the most recent others, newest first. */
export async function listServiceKeys({ schoolId }: SchoolScope) {
  const keys = await run(
    keysOf(schoolId)
      .select(["id as serviceKeyId", "name", "hint", "role", "networks"])
      .select(["createdAt", "lastUsedAt", "expiresAt", "revokedAt"])
      .select(isKeyInUse.as("isInUse"))
      .orderBy(isKeyInUse, "desc")
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(MAX_LISTED),
  );
  return {
    inUse: keys.filter((key) => key.isInUse),
    ended: keys.filter((key) => !key.isInUse),
  };
}

/** Revokes a key in use, immediately. @returns false if the school has none with this ID */
export async function revokeServiceKey(scope: SchoolScope, serviceKeyId: string): Promise<boolean> {
  if (!isUuid(serviceKeyId)) return false;
  // Guarded: of two concurrent calls, only one revokes it.
  const revocation = kysely
    .updateTable("serviceKey")
    .set({ revokedAt: now })
    .where("id", "=", serviceKeyId)
    .where("schoolId", "=", scope.schoolId)
    .where(isKeyInUse)
    .returning("name");
  return transaction(async (tx) => {
    await recheck(tx, scope, "service-keys.change");
    const revoked = await runForOne(revocation, tx);
    if (!revoked) return false;
    await audit(tx, scope, "service-key.revoke", serviceKeyId, { name: revoked.name });
    return true;
  });
}
