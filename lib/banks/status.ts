/** Bank statuses. The statements that create links, tokens, and gifts check them. */
import { audit } from "../auth/audit.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { transaction } from "../database/transaction.ts";
import { updateStatus } from "./sql.ts";

type BankStatus = "active" | "suspended" | "closed";

/** Whether a bank exists but can't create links, tokens, or gifts. @param status null if there is no bank */
export const isStopped = (status: string | null): boolean => status !== null && status !== "active";

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
  return transaction(async (tx) => {
    const [changed] = await updateStatus({ bankId, to, from: [...from], reason }, tx);
    if (!changed) return undefined;
    await audit(tx, { ...scope, bankId }, `bank.${change}`, bankId, { reason });
    return to;
  });
}
