/** Creates and changes banks and their loyalty programs. */
import { v7 as uuidv7 } from "uuid";
import { audit } from "../auth/audit.ts";
import type { BankStaffScope, SystemScope } from "../auth/scopes.ts";
import { runForOne, runForRow } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { advisoryLock, type Transaction, transaction } from "../database/transaction.ts";
import type { Cents } from "../money.ts";
import { beginLimiting, countUncounted, type LimitChanges, setLimits } from "./limits.ts";
import type { ProgramLimits } from "./program-limits.ts";
import { serializeBank, serializeProgram } from "./queries.ts";

export type BankDetails = {
  name: string;
  contactEmail?: string;
  embedOrigins?: string[];
  appSchemes?: string[];
  redirectUris?: string[];
  /** The limit per donation; null is no limit. */
  maxDonationCents?: Cents | null;
  /** Of its statements, from the next period on. */
  timeZone?: string;
  statementSchedule?: string;
  termsDays?: number;
  billingEmail?: string;
  /** The signed agreement: which document, of which day. */
  agreement?: string;
  /** Whether its API keys may correct gifts; null for the environment's default. */
  correctionsByApi?: boolean | null;
  /** For how long, and the sum per UTC day from which on two people are needed. */
  correctionDays?: number;
  correctionDailyCents?: Cents;
  /** The bank's daily storage limits; null for the default. */
  maxDailyRows?: number | null;
  maxDailyBytes?: number | null;
};

export function createBank(scope: SystemScope, details: BankDetails) {
  const insertion = kysely
    .insertInto("bank")
    .values({ id: uuidv7(), ...details })
    .returningAll();
  return transaction(async (tx) => {
    const bank = await runForRow(insertion, tx);
    await audit(tx, { ...scope, bankId: bank.id }, "bank.create", bank.id, { name: bank.name });
    return serializeBank(bank);
  });
}

/** Updates the given fields. @param check whether it may be, once limits are locked @returns undefined if there is no such bank */
export async function updateBank(
  scope: SystemScope | BankStaffScope,
  bankId: string,
  changes: Partial<BankDetails> & LimitChanges,
  check: (tx: Transaction) => Promise<void> = async () => {},
) {
  const { maxKeyDailyCents, maxUnpaidCents, ...details } = changes;
  const update = kysely
    .updateTable("bank")
    // Sets the id too, since SQL has no update without changes.
    .set({ id: bankId, ...details })
    .where("id", "=", bankId)
    .returningAll();
  return transaction(async (tx) => {
    // Another change of them waits, so that what is counted is added once.
    await advisoryLock(tx, `limits:${bankId}`);
    if (maxKeyDailyCents || maxUnpaidCents) await beginLimiting(bankId);
    const limits = { maxKeyDailyCents, maxUnpaidCents };
    const uncounted = Object.values(limits).some(Boolean) ? await countUncounted(bankId) : 0;
    // Only now: whoever gives waits for what it locks.
    await check(tx);
    const limit = await setLimits(tx, bankId, limits, uncounted);
    const bank = await runForOne(update, tx);
    if (!bank) return undefined;
    // Not the address itself, which is a person's.
    const facts = { ...changes, ...(changes.billingEmail && { billingEmail: "changed" }) };
    await audit(tx, { ...scope, bankId }, "bank.update", bankId, facts);
    return serializeBank({ ...bank, limit });
  });
}

type BankStatus = "active" | "suspended" | "closed";

/** The allowed transitions. A closed bank stays closed. */
const CHANGES = {
  suspend: { to: "suspended", from: ["active"] },
  resume: { to: "active", from: ["suspended"] },
  close: { to: "closed", from: ["active", "suspended"] },
} as const satisfies Record<string, { to: BankStatus; from: BankStatus[] }>;

export type BankStatusChange = keyof typeof CHANGES;

/**
 * Suspends, resumes, or closes a bank, at once in every process. Its accepted gifts still settle, and it can still read.
 * @returns its new status; undefined if the bank isn't in a status from which this is possible
 */
export function changeBankStatus(
  scope: SystemScope,
  bankId: string,
  change: BankStatusChange,
  reason: string | null,
): Promise<BankStatus | undefined> {
  const { to, from } = CHANGES[change];
  const update = kysely
    .updateTable("bank")
    .set({ status: to, statusReason: reason })
    .where("id", "=", bankId)
    .where("status", "in", from);
  return transaction(async (tx) => {
    if (!(await runForOne(update.returning("id"), tx))) return undefined;
    await audit(tx, { ...scope, bankId }, `bank.${change}`, bankId, { reason });
    return to;
  });
}

/** The maximum rate. With the largest `MAX_DONATION_USD`, points stay below 2^53. */
export const MAX_POINTS_PER_DOLLAR = 1_000_000;

/** What happens to a donation whose points disagree with the program's rate. */
export const POINTS_CHECKS = ["off", "flag", "refuse"] as const;

export type ProgramDetails = {
  pointsPerDollar: number;
  name?: string;
  pointsCheck?: (typeof POINTS_CHECKS)[number];
} & { [Name in keyof ProgramLimits]?: ProgramLimits[Name] | null | undefined };

/** Creates a loyalty program, or updates the given details. */
export function setProgram(
  scope: SystemScope | BankStaffScope,
  bankId: string,
  programId: string,
  program: ProgramDetails,
  check: (tx: Transaction) => Promise<void> = async () => {},
) {
  const upsert = kysely
    .insertInto("loyaltyProgram")
    .values({ bankId, programId, ...program, name: program.name ?? programId })
    .onConflict((same) => same.columns(["bankId", "programId"]).doUpdateSet(program))
    .returningAll();
  return transaction(async (tx) => {
    await check(tx);
    const set = await runForRow(upsert, tx);
    await audit(tx, { ...scope, bankId }, "program.set", `${bankId}/${programId}`, program);
    return serializeProgram(set);
  });
}
