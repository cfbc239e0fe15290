/** The audit log: who did what to which object. Append-only; never holds secrets. */
import { affected } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { countStored } from "../storage/usage.ts";
import { type ActorId, nameOfActor } from "./actors.ts";
import type { AuditAction } from "./audit-actions.ts";
import type { TenantName } from "./tenants.ts";

/** Undefined values aren't stored. */
export type AuditDetails = Record<string, string | number | boolean | null | string[] | undefined>;

/** Who acted, on behalf of which team, and whose data it concerns. Every scope is an actor. */
export type Actor = {
  readonly actor: ActorId;
  readonly tenant?: TenantName | undefined;
  readonly bankId?: string | undefined;
  readonly schoolIds?: readonly string[];
};

/** Whoever acts, in entries that concern a bank and a school; without a bank, the one that acts. */
export const concerning = (
  by: Actor,
  { bankId = by.bankId, schoolId }: { bankId?: string | undefined; schoolId: string },
): Actor => ({ ...by, bankId, schoolIds: [schoolId] });

const isCardholder = ({ actor }: Actor) => actor.kind === "cardholder";

/**
 * The teams whose logs an entry belongs to: the one that acted, and those it concerns. What a cardholder does is in no
 * team's log: it would identify them to banks.
 */
function tenantsOf(by: Actor): (TenantName | null)[] {
  const { actor, tenant, bankId, schoolIds = [] } = by;
  if (isCardholder(by)) return [null];
  const teams = new Set<TenantName>(schoolIds.map((id) => `school:${id}` as const));
  if (actor.kind === "operator" && actor.id !== null) teams.add("operator");
  if (tenant !== undefined) teams.add(tenant);
  if (bankId !== undefined) teams.add(`bank:${bankId}`);
  return teams.size > 0 ? [...teams] : [null];
}

/**
 * Adds an entry to the log of the team that acted, and of those it concerns.
 * @param tx the transaction that makes the change, so both commit together
 * @param details what was requested, without secrets
 */
export async function audit(
  tx: Transaction,
  by: Actor,
  action: AuditAction,
  subject: string,
  details: AuditDetails = {},
): Promise<void> {
  const { actor, bankId } = by;
  const name = nameOfActor(actor);
  const entry = { actor: name, action, subject, bankId: bankId ?? null, details };
  const entries = tenantsOf(by).map((tenant) => ({ ...entry, tenant }));
  // What others do for a bank uses up none of its budget, nor what a school's team does with it.
  const isOwn =
    ["key", "staff", "cardholder"].includes(actor.kind) && !by.tenant?.startsWith("school:");
  if (bankId !== undefined && isOwn) countStored(bankId, entries.length, [details]);
  await affected(kysely.insertInto("auditEntry").values(entries), tx);
}

/** The most items that one entry names. */
const MAX_NAMED = 1_000;

/** Adds entries that name every item, grouped by what was done to it. */
export async function auditEach(
  tx: Transaction,
  by: Actor,
  [action, subject]: [AuditAction, string],
  things: Record<string, string[]>,
): Promise<void> {
  for (const [done, names] of Object.entries(things)) {
    for (let from = 0; from < names.length; from += MAX_NAMED) {
      await audit(tx, by, action, subject, { [done]: names.slice(from, from + MAX_NAMED) });
    }
  }
}

/** Records that someone gets a file. Cardholders download only what is theirs. */
export async function auditDownload(by: Actor, fileName: string, filters: object): Promise<void> {
  if (isCardholder(by)) return;
  // JSON in the database has no NUL, which a filter may contain.
  const details = Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, String(value).replaceAll("\0", "")]),
  );
  await transaction((tx) => audit(tx, by, "file.download", fileName, details));
}
