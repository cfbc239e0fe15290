/** Changes a linked account at its bank's request. */
import { audit } from "../auth/audit.ts";
import type { BankScope } from "../auth/scopes.ts";
import { countStored } from "../auth/storage/usage.ts";
import { isStopped } from "../banks/status.ts";
import { ensureCardholder } from "../cardholders/mutations.ts";
import { balanceColumns } from "../cardholders/points-balance.ts";
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { InvalidInput, ServiceError, type Violation } from "../errors.ts";
import { schoolViolations } from "../schools/contract.ts";
import { requireConsent } from "./bank-and-person.ts";
import { endLink } from "./consent.ts";
import type { Account, AccountChanges } from "./contract.ts";
import { recordLinked, recordUnlinked } from "./events.ts";
import { emailObjections, unlinkQuery } from "./mutations.ts";
import { serializeAccount } from "./serialize.ts";

const NOT_ACTIVE: Violation = {
  loc: ["path", "service_user_id"],
  msg: "This account isn't active",
  type: "account_not_active",
};

/** The account and its bank now, and whether the preferred school is active; undefined if it isn't the bank's. */
function contextOf(tx: Transaction, { bankId }: BankScope, id: string, school: string | null) {
  const state = kysely
    .selectFrom("account as a")
    .innerJoin("bank as b", "b.id", "a.bankId")
    .leftJoin("school as s", (join) => join.on("s.id", "=", school))
    .select(["a.status", "a.bankUserId", "b.status as bankStatus", "s.active as schoolActive"])
    .where("a.id", "=", id)
    .where("a.bankId", "=", bankId)
    // Blocks a concurrent suspension of the bank until this commits.
    .forShare("b");
  return runForOne(state, tx);
}

/** Ends the account's link, and begins one with another address, whose owner hasn't accepted it. */
async function relink(tx: Transaction, id: string) {
  const active = unlinkQuery(id, null).where("status", "=", "active");
  const unlinked = await runForOne(active, tx);
  if (!unlinked) throw new InvalidInput([NOT_ACTIVE]);
  await endLink(tx, id);
  await recordUnlinked(tx, unlinked, "bank");
  const linkedAt = new Date();
  return { linkedAt, lastActiveAt: linkedAt, acceptedAt: null, unlinkedAt: null };
}

/**
 * Changes an active account. An email address, even the same one, unlinks the account and links it again: all rules of
 * a link apply, and the bank can't tell whether anyone has verified the address.
 * @throws ServiceError ACCOUNT_NOT_FOUND; with an address, CONSENT_REQUIRED or BANK_SUSPENDED
 * @throws InvalidInput if it isn't active, its school is unknown or inactive, or the address has too many accounts
 */
export async function changeAccount(
  scope: BankScope,
  id: string,
  request: AccountChanges,
): Promise<Account> {
  const { bankId } = scope;
  const { email, preferred_school_id: school = null } = request;
  return transaction(async (tx) => {
    const context = await contextOf(tx, scope, id, school);
    if (!context) throw new ServiceError("ACCOUNT_NOT_FOUND");
    const isRelinked = email !== undefined;
    if (isRelinked && isStopped(context.bankStatus)) throw new ServiceError("BANK_SUSPENDED");
    const violations = context.status === "active" ? [] : [NOT_ACTIVE];
    if (school !== null) {
      violations.push(...schoolViolations(context.schoolActive, "preferred_school_id"));
    }
    const person = isRelinked ? { cardholderId: await ensureCardholder(tx, email) } : {};
    if (person.cardholderId !== undefined) {
      const pair = { bankId, cardholderId: person.cardholderId };
      violations.push(...(await emailObjections(tx, pair, context.bankUserId)));
      await requireConsent(tx, pair);
    }
    if (violations.length > 0) throw new InvalidInput(violations);
    const link = isRelinked ? await relink(tx, id) : {};
    const change = kysely
      .updateTable("account")
      .set({ ...columnsOf(request), ...person, ...link, status: "active" })
      .where("id", "=", id)
      .where("status", "=", isRelinked ? "unlinked" : "active")
      .returningAll();
    const changed = await runForOne(change, tx);
    if (!changed) throw new InvalidInput([NOT_ACTIVE]);
    countStored(bankId, 1, [request]);
    await audit(tx, scope, "account.change", id, { fields: Object.keys(request) });
    if (isRelinked) await recordLinked(tx, changed);
    return serializeAccount(changed);
  });
}

/** Only the columns of fields that are present: Kysely leaves out those that are undefined. */
const columnsOf = ({ points_balance: balance, ...request }: AccountChanges) => ({
  email: request.email,
  displayName: request.display_name,
  phone: request.phone,
  taxReceiptEmail: request.tax_receipt_email,
  preferredSchoolId: request.preferred_school_id,
  preferredFund: request.preferred_fund,
  ...(balance === undefined ? {} : balanceColumns(balance)),
});
