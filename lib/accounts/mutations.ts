/** Links, changes, and unlinks accounts. */
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { type Actor, audit } from "../auth/audit.ts";
import type { BankApiScope, BankScope, CardholderScope } from "../auth/scopes.ts";
import { redirectUriViolations, schemeViolations } from "../banks/redirects.ts";
import { isStopped } from "../banks/status.ts";
import { ensureCardholder } from "../cardholders/mutations.ts";
import { balanceColumns } from "../cardholders/points-balance.ts";
import { now } from "../database/expressions.ts";
import { bankAndKey, isSameReference } from "../database/reference-key.ts";
import { runForOne, runForRow } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { queueEmail } from "../email/queue.ts";
import { customerMovedEmail } from "../email/templates/notices.ts";
import { InvalidInput, ServiceError, type Violation } from "../errors.ts";
import { schoolViolations } from "../schools/contract.ts";
import { countStored } from "../storage/usage.ts";
import { acceptLinks } from "./acceptance/accept.ts";
import {
  type BankAndPerson,
  hasRoomForAccount,
  lockBankAndPerson,
  MAX_ACCOUNTS,
  recordDisconnected,
  requireConsent,
} from "./bank-and-person.ts";
import { endLink, maskEmail, renewLink } from "./consent.ts";
import type {
  Account,
  AccountChanges,
  LinkRequest,
  LinkResult,
  UnlinkRequest,
  UnlinkResult,
} from "./contract.ts";
import { recordLinked, recordUnlinked } from "./events.ts";
import { serializeAccount } from "./queries.ts";

/** The current state: the account, whether the preferred school exists, and the bank's apps. */
function contextOf(tx: Transaction, { bankId }: BankScope, request: LinkRequest) {
  const { bank_user_id: bankUserId, school_id: schoolId = null } = request;
  const state = kysely
    .selectFrom("bank as b")
    .leftJoin("account as a", (join) =>
      join.on("a.bankId", "=", bankId).on(isSameReference("a", "bankUserId", bankUserId)),
    )
    .leftJoin("school as s", (join) => join.on("s.id", "=", schoolId))
    .select(["a.id as accountId", "a.status as accountStatus", "s.active as schoolActive"])
    .select(["b.appSchemes", "b.redirectUris", "b.status as bankStatus"])
    .where("b.id", "=", bankId)
    // Blocks a concurrent suspension of the bank until this commits.
    .forShare("b");
  return runForRow(state, tx);
}

/** Whether the person can't have another account at this bank. Serializes requests for both from here on. */
async function emailObjections(
  tx: Transaction,
  pair: BankAndPerson,
  bankUserId: string,
): Promise<Violation[]> {
  if (await hasRoomForAccount(tx, pair, bankUserId)) return [];
  const msg = `At most ${MAX_ACCOUNTS} of your accounts can use this email address`;
  return [{ loc: ["body", "email"], msg, type: "value_error" }];
}

function alreadyLinked(accountId: string): ServiceError {
  return new ServiceError("ACCOUNT_ALREADY_LINKED", { details: { service_user_id: accountId } });
}

/**
 * Links a cardholder, or reactivates a link that isn't active. The bank's values replace all earlier ones;
 * the `service_user_id` of a `bank_user_id` never changes.
 * @throws ServiceError ACCOUNT_ALREADY_LINKED with `details.service_user_id`; BANK_SUSPENDED
 * @throws InvalidInput if the preferred school is unknown or inactive, the redirect URI or its app isn't the
 *   bank's, or the email address has too many accounts
 */
export async function linkAccount(scope: BankScope, request: LinkRequest): Promise<LinkResult> {
  return transaction(async (tx) => {
    const context = await contextOf(tx, scope, request);
    if (context.accountStatus === "active") throw alreadyLinked(context.accountId as string);
    if (isStopped(context.bankStatus)) throw new ServiceError("BANK_SUSPENDED");

    const pair = {
      bankId: scope.bankId,
      cardholderId: await ensureCardholder(tx, request.email),
    };
    const { redirect_uri } = request;
    const emailViolations = await emailObjections(tx, pair, request.bank_user_id);
    // Must follow the count, whose lock serializes this with a disconnect.
    if (redirect_uri == null) await requireConsent(tx, pair);
    const violations = [
      ...emailViolations,
      ...schemeViolations({ redirect_uri }, context),
      ...redirectUriViolations(redirect_uri, context.redirectUris),
      ...(request.school_id == null ? [] : schoolViolations(context.schoolActive)),
    ];
    // Also rolls back a new cardholder.
    if (violations.length > 0) throw new InvalidInput(violations);
    const linkedAt = new Date();
    const status = redirect_uri == null ? "active" : "pending_oauth";
    // The account and its cardholder.
    countStored(scope.bankId, 2, [request]);
    const account = await insertOrRevive(tx, request, { ...pair, status, linkedAt });
    if (!account) throw alreadyLinked((await contextOf(tx, scope, request)).accountId as string);
    const { id } = account;
    return {
      service_user_id: id,
      status,
      oauth_redirect_url: await renewLink(tx, id, request),
      linked_at: linkedAt.toISOString(),
    };
  });
}

/**
 * Of two concurrent links, the second finds an active account, and its update is skipped.
 * @returns undefined for the second
 */
function insertOrRevive(
  tx: Transaction,
  request: LinkRequest,
  { bankId, ...linked }: BankAndPerson & { status: string; linkedAt: Date },
): Promise<{ id: string } | undefined> {
  /** The columns that linking an existing account replaces. */
  const values = {
    ...linked,
    bankUserId: request.bank_user_id,
    email: request.email,
    displayName: request.display_name,
    phone: request.phone ?? null,
    taxReceiptEmail: request.tax_receipt_email ?? null,
    loyaltyProgramId: request.loyalty_program_id,
    preferredSchoolId: request.school_id ?? null,
    preferredFund: request.fund_designation ?? null,
    metadata: request.metadata ?? null,
    redirectUri: request.redirect_uri ?? null,
    lastActiveAt: linked.linkedAt,
    ...balanceColumns(request.points_balance),
  };
  const link = kysely
    .insertInto("account")
    .values({ id: uuidv7(), bankId, ...values })
    .onConflict((conflict) =>
      conflict
        .expression(bankAndKey("account", "bankUserId"))
        .doUpdateSet({ ...values, unlinkedAt: null, unlinkReason: null, acceptedAt: null })
        .where("account.status", "<>", "active"),
    )
    .returning("id");
  return runForOne(link, tx);
}

/** Unlinks an account. Guarded, so that only one of two concurrent requests does. */
const unlinkQuery = (id: string, unlinkReason: string | null) =>
  kysely
    .updateTable("account")
    .set({ status: "unlinked", unlinkedAt: now, unlinkReason })
    .where("id", "=", id)
    .where("status", "<>", "unlinked")
    .returningAll()
    .$narrowType<{ unlinkedAt: Date }>();

/**
 * Unlinks an account, which then accepts no donations, and notifies the bank's webhook endpoints. Concurrent and
 * repeated requests return the first one's result.
 * @throws ServiceError ACCOUNT_NOT_FOUND
 */
export async function unlinkAccount(
  scope: BankApiScope,
  id: string,
  { reason = null }: UnlinkRequest,
): Promise<UnlinkResult> {
  const { bankId } = scope;
  return transaction(async (tx) => {
    const unlinked = await runForOne(unlinkQuery(id, reason).where("bankId", "=", bankId), tx);
    if (unlinked) {
      await endLink(tx, id);
      await recordUnlinked(tx, unlinked, "bank");
      await audit(tx, scope, "account.unlink", id, { reason });
    }
    const earlier = kysely
      .selectFrom("account")
      .select(["unlinkedAt", "unlinkReason"])
      .where("id", "=", id)
      .where("bankId", "=", bankId);
    const row = unlinked ?? (await runForOne(earlier, tx));
    if (!row) throw new ServiceError("ACCOUNT_NOT_FOUND");
    return {
      service_user_id: id,
      status: "unlinked",
      unlinked_at: (row.unlinkedAt as Date).toISOString(),
      reason: row.unlinkReason as UnlinkResult["reason"],
    };
  });
}

/**
 * Unlinks an account at its cardholder's request, also if it's waiting for consent, and notifies the bank, which needs
 * their consent from then on.
 * @returns the bank's ID; undefined if the account isn't theirs, or was already unlinked
 */
export async function disconnectAccount(
  scope: CardholderScope,
  id: string,
): Promise<string | undefined> {
  // A form can contain anything.
  if (!isUuid(id)) return undefined;
  return transaction((tx) => disconnectIn(tx, scope, id));
}

async function disconnectIn(
  tx: Transaction,
  by: Actor & { cardholderId: string },
  id: string,
): Promise<string | undefined> {
  const { actor, cardholderId } = by;
  const owned = kysely
    .selectFrom("account")
    .select("bankId")
    .where("id", "=", id)
    .where("cardholderId", "=", cardholderId);
  const account = await runForOne(owned, tx);
  if (!account) return undefined;
  const { bankId } = account;
  await lockBankAndPerson(tx, { bankId, cardholderId });
  const unlink = unlinkQuery(id, "cardholder_request").where("cardholderId", "=", cardholderId);
  const unlinked = await runForOne(unlink, tx);
  if (!unlinked) return undefined;
  await recordDisconnected(tx, { bankId, cardholderId });
  await endLink(tx, id);
  await audit(tx, { actor, bankId }, "account.disconnect", id);
  await recordUnlinked(tx, unlinked, "cardholder");
  return bankId;
}

/**
 * Applies a person's decision about the links on a page, in the transaction that verifies their email address:
 * accepts the kept ones, and disconnects the others. Newer links aren't changed.
 */
export const applyLinkDecision =
  (shown: string[], kept: string[]) =>
  async (tx: Transaction, cardholderId: string): Promise<void> => {
    const by = { actor: { kind: "cardholder", id: cardholderId } as const, cardholderId };
    const ids = [...new Set(shown)].filter((id) => isUuid(id)).sort();
    for (const id of ids) if (!kept.includes(id)) await disconnectIn(tx, by, id);
    const accepted = ids.filter((id) => kept.includes(id));
    await acceptLinks(tx, by, cardholderId, accepted);
  };

const NOT_ACTIVE: Violation = {
  loc: ["path", "service_user_id"],
  msg: "This account isn't active",
  type: "account_not_active",
};

/** An account and its bank now, and whether the preferred school is active; undefined if it isn't the bank's. */
function accountContextOf(
  tx: Transaction,
  { bankId }: BankApiScope,
  id: string,
  school: string | null,
) {
  const state = kysely
    .selectFrom("account as a")
    .innerJoin("bank as b", "b.id", "a.bankId")
    .leftJoin("school as s", (join) => join.on("s.id", "=", school))
    .select(["a.status", "a.bankUserId", "b.status as bankStatus", "s.active as schoolActive"])
    .select("b.name as bankName")
    .where("a.id", "=", id)
    .where("a.bankId", "=", bankId)
    // Blocks a concurrent suspension of the bank until this commits.
    .forShare("b");
  return runForOne(state, tx);
}

/** Tells the person whose link has ended, at their own address: the bank's may be wrong. */
async function emailEarlierPerson(tx: Transaction, of: BankAndPerson, bankName: string) {
  const { bankId, cardholderId } = of;
  const own = kysely.selectFrom("cardholder").select("email as to").where("id", "=", cardholderId);
  const email = { ...(await runForRow(own, tx)), ...customerMovedEmail(bankName) };
  await queueEmail(tx, { ...email, kind: "customer-moved", cardholderId, bankId });
}

/** Ends the account's link, and begins one with another address, whose owner hasn't accepted it. */
async function relink(tx: Transaction, id: string, taxReceiptEmail: string | null = null) {
  const active = unlinkQuery(id, null).where("status", "=", "active");
  const earlier = await runForOne(active, tx);
  if (!earlier) throw new InvalidInput([NOT_ACTIVE]);
  await endLink(tx, id);
  await recordUnlinked(tx, earlier, "bank");
  const at = new Date();
  const link = { linkedAt: at, lastActiveAt: at, acceptedAt: null, unlinkedAt: null };
  return { earlier, link: { ...link, taxReceiptEmail } };
}

/**
 * Changes an active account. An email address, even the same one, unlinks the account and links it again: all rules of
 * a link apply, and the bank can't tell whether anyone has verified the address.
 * @throws ServiceError ACCOUNT_NOT_FOUND; with an address, CONSENT_REQUIRED or BANK_SUSPENDED
 * @throws InvalidInput if it isn't active, its school is unknown or inactive, or the address has too many accounts
 */
export async function changeAccount(
  scope: BankApiScope,
  id: string,
  request: AccountChanges,
): Promise<Account> {
  const { bankId } = scope;
  const { email, preferred_school_id: school = null } = request;
  return transaction(async (tx) => {
    const context = await accountContextOf(tx, scope, id, school);
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
    const { earlier, link } = isRelinked ? await relink(tx, id, request.tax_receipt_email) : {};
    const isMoved = earlier !== undefined && earlier.cardholderId !== person.cardholderId;
    const change = kysely
      .updateTable("account")
      .set({ ...columnsOf(request), ...person, ...link, status: "active" })
      .where("id", "=", id)
      .where("status", "=", isRelinked ? "unlinked" : "active")
      .returningAll();
    const changed = await runForOne(change, tx);
    if (!changed) throw new InvalidInput([NOT_ACTIVE]);
    countStored(bankId, isMoved ? 2 : 1, [request]);
    const moved = earlier && { from: maskEmail(earlier.email), to: maskEmail(changed.email) };
    await audit(tx, scope, "account.change", id, { fields: Object.keys(request), ...moved });
    if (isRelinked) await recordLinked(tx, changed);
    if (isMoved) await emailEarlierPerson(tx, { ...earlier, bankId }, context.bankName);
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
