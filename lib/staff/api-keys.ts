/** A bank's API keys, managed by its team. They belong to the bank, and outlast whoever issued them. */
import { z } from "zod";
import { nameOfActor } from "../auth/actors.ts";
import { KEY_SCOPES, makeApiKey } from "../auth/api-keys.ts";
import { audit } from "../auth/audit.ts";
import { recheck } from "../auth/permissions.ts";
import type { BankStaffScope, SystemScope } from "../auth/scopes.ts";
import { isKeyInUse, KEY_COUNTS } from "../auth/sql.ts";
import { missingOfBank } from "../banks/sql.ts";
import { inSeconds, now } from "../database/expressions.ts";
import { affected, run, runForOne, runForRow } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { advisoryLock, type Transaction, transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { invalid } from "../errors.ts";
import { line } from "../fields.ts";
import { DAY_SECONDS, LIFETIMES, MAX_KEYS, MAX_KEYS_A_DAY, networks } from "./service-keys.ts";
import { isSinceJoined, otherAdmins } from "./sql.ts";

/** All keys in use, and the most recent others. */
const MAX_LISTED = 50;

/** For how many hours a key that is replaced can keep working. */
export const OVERLAPS = [1, 24, 168] as const;

/** Null: from anywhere, and without an end. */
const lifetime = z.literal(LIFETIMES).nullable();

export const newApiKey = z.object({
  name: line({ min: 1, max: 100 }),
  scope: z.enum(KEY_SCOPES),
  networks: networks.nullable(),
  days: lifetime,
});
export const rolledKey = z.object({ days: lifetime, overlapHours: z.literal(OVERLAPS) });

type NewApiKey = z.output<typeof newApiKey>;

/** A key that does everything from anywhere, as the operator issues it. */
const UNRESTRICTED: NewApiKey = { name: "API key", scope: "full", networks: null, days: null };

/** Who manages keys: a bank's member, or the operator and the service, for any bank. */
type KeyManager = SystemScope | BankStaffScope;
const isStaff = (by: KeyManager): by is BankStaffScope => "membershipId" in by;

type Replacement = { replaces: string; overlapHours: number };

const keysOf = (bankId: string) => kysely.selectFrom("apiKey").where("bankId", "=", bankId);

async function requireRoom(tx: Transaction, bankId: string): Promise<void> {
  const { inUse, today } = await runForRow(keysOf(bankId).select(KEY_COUNTS), tx);
  if (inUse < MAX_KEYS && today < MAX_KEYS_A_DAY) return;
  const msg =
    inUse < MAX_KEYS
      ? `${MAX_KEYS_A_DAY} keys were created within 24 hours, which is the maximum. Try again tomorrow.`
      : `${MAX_KEYS} keys are in use, which is the maximum. Revoke one before you create another.`;
  throw invalid("name", msg);
}

/** In production, a bank gets keys once its record is complete. */
async function requireRecord(tx: Transaction, bankId: string): Promise<void> {
  if (env().environment !== "production") return;
  const bank = kysely.selectFrom("bank as b").where("id", "=", bankId);
  const { missing } = await runForRow(bank.select(missingOfBank.as("missing")), tx);
  if (missing.length === 0) return;
  const lacks = missing.join(", ").replaceAll("_", " ");
  throw invalid("name", `The bank's record with the operator isn't complete. Missing: ${lacks}.`);
}

/** In production, a key takes two people where the bank has another admin, or had one until its creator removed them. */
async function needsRelease(tx: Transaction, by: KeyManager): Promise<boolean> {
  if (env().environment !== "production" || !isStaff(by)) return false;
  return (await runForOne(otherAdmins(by.tenant, by.actor, by.membershipId), tx)) !== undefined;
}

/** Ends the key that another one replaces, once the overlap is over. */
const endReplaced = (tx: Transaction, bankId: string, { replaces, overlapHours }: Replacement) =>
  affected(
    kysely
      .updateTable("apiKey")
      .set(({ fn, ref }) => ({
        expiresAt: fn<Date>("least", [ref("expiresAt"), inSeconds(overlapHours * 3_600)]),
      }))
      .where("keyId", "=", replaces)
      .where("bankId", "=", bankId),
    tx,
  );

async function insertKey(
  tx: Transaction,
  by: KeyManager,
  bankId: string,
  { days, networks: from, ...details }: NewApiKey & Partial<Replacement>,
) {
  await requireRecord(tx, bankId);
  // The operator helps a bank whose own people have used them up.
  if (isStaff(by)) await requireRoom(tx, bankId);
  const { apiKey, stored } = makeApiKey();
  const { keyId } = stored;
  const isWaiting = await needsRelease(tx, by);
  const { replaces, overlapHours } = details;
  const insertion = kysely.insertInto("apiKey").values({
    ...stored,
    ...details,
    bankId,
    networks: from ?? [],
    expiresAt: days === null ? null : inSeconds(days * DAY_SECONDS),
    releasedAt: isWaiting ? null : now,
    createdBy: nameOfActor(by.actor),
  });
  await affected(insertion, tx);
  if (replaces && overlapHours && !isWaiting)
    await endReplaced(tx, bankId, { replaces, overlapHours });
  const facts = { ...details, networks: from, days, waitsForRelease: isWaiting || undefined };
  await audit(tx, { ...by, bankId }, "key.issue", keyId, facts);
  return { keyId, apiKey, name: details.name, isWaiting };
}

/** Serializes changes of a bank's keys, and decides again whether a member may make them. */
async function begin(tx: Transaction, by: KeyManager, bankId: string): Promise<void> {
  await advisoryLock(tx, `api-keys:${bankId}`);
  if (isStaff(by)) await recheck(tx, by, "keys.change");
}

/**
 * Issues a key. The full key appears only in this result.
 * @throws InvalidInput at `name` if the bank has too many, or lacks something on record; ServiceError as `recheck`
 */
export const issueApiKey = (by: KeyManager, bankId: string, details = UNRESTRICTED) =>
  transaction(async (tx) => {
    await begin(tx, by, bankId);
    return insertKey(tx, by, bankId, details);
  });

/**
 * Issues another key like one in use, which keeps working until the overlap is over.
 * @returns undefined if the bank has no such key
 */
export const rollApiKey = (
  by: BankStaffScope,
  keyId: string,
  { days, overlapHours }: z.output<typeof rolledKey>,
) =>
  transaction(async (tx) => {
    const { bankId } = by;
    await begin(tx, by, bankId);
    const current = keysOf(bankId).select(["name", "scope", "networks"]).where("keyId", "=", keyId);
    const key = await runForOne(current.where(isKeyInUse).where("releasedAt", "is not", null), tx);
    if (!key) return undefined;
    const { name, scope, networks: from } = key;
    const same = { name, scope: scope as NewApiKey["scope"], networks: from };
    return insertKey(tx, by, bankId, { ...same, days, replaces: keyId, overlapHours });
  });

/** Lets a key work that someone else issued. Whoever joined later can't. @returns false if no such key waits */
export const releaseApiKey = (by: BankStaffScope, keyId: string): Promise<boolean> =>
  transaction(async (tx) => {
    const { bankId } = by;
    await begin(tx, by, bankId);
    await recheck(tx, by, "keys.release");
    const release = kysely
      .updateTable("apiKey")
      .set({ releasedAt: now })
      .where("keyId", "=", keyId)
      .where("bankId", "=", bankId)
      .where("releasedAt", "is", null)
      .where("createdBy", "<>", nameOfActor(by.actor))
      .where(isSinceJoined(by.membershipId))
      .where(isKeyInUse)
      .returning(["name", "replaces", "overlapHours"]);
    const released = await runForOne(release, tx);
    if (!released) return false;
    const { name, replaces, overlapHours } = released;
    if (replaces && overlapHours) await endReplaced(tx, bankId, { replaces, overlapHours });
    await audit(tx, by, "key.release", keyId, { name });
    return true;
  });

/** A bank's keys without secrets: those in use, and the most recent others, newest first. */
export const listApiKeys = (bankId: string) =>
  run(
    keysOf(bankId)
      .select(["keyId", "environment", "name", "scope", "networks", "createdAt", "createdBy"])
      .select(["expiresAt", "releasedAt", "revokedAt", "replaces", "lastUsedAt", "lastUsedAddress"])
      .select(isKeyInUse.as("isInUse"))
      .orderBy(isKeyInUse, "desc")
      .orderBy("createdAt", "desc")
      .orderBy("keyId")
      .limit(MAX_LISTED),
  );

export type ApiKey = Awaited<ReturnType<typeof listApiKeys>>[number];

/**
 * Revokes a key immediately. Guarded on `revokedAt`, so only one of two concurrent calls reports success.
 * @returns false if there is no such key: for a member, of their bank
 */
export function revokeApiKey(by: KeyManager, keyId: string): Promise<boolean> {
  const revocation = kysely
    .updateTable("apiKey")
    .set({ revokedAt: now })
    .where("keyId", "=", keyId)
    .where("revokedAt", "is", null)
    .$if(isStaff(by), (key) => key.where("bankId", "=", (by as BankStaffScope).bankId));
  return transaction(async (tx) => {
    if (isStaff(by)) await recheck(tx, by, "keys.change");
    const revoked = await runForOne(revocation.returning("bankId"), tx);
    if (revoked) await audit(tx, { ...by, ...revoked }, "key.revoke", keyId);
    return revoked !== undefined;
  });
}
