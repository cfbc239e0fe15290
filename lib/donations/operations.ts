/**
 * What operators and reviews do to gifts. No attempt starts for a pending gift that is held, until it's released: every
 * statement that starts or requests an attempt skips it. An attempt already in flight settles as the platform decides.
 */
import type { UnlinkRequest, UnlinkResult } from "../accounts/contract.ts";
import { unlinkAccount } from "../accounts/mutations.ts";
import type { ActorId } from "../auth/actors.ts";
import { type Actor, type AuditDetails, audit } from "../auth/audit.ts";
import type { AuditAction } from "../auth/audit-actions.ts";
import type { BankApiScope, CardholderScope, StaffScope, SystemScope } from "../auth/scopes.ts";
import { given } from "../database/expressions.ts";
import { requireRow, run, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { requeueIn } from "../jobs/sweep.ts";
import { markReleased } from "../ticketing/sql.ts";
import type { HoldRequest } from "./contract.ts";
import { recordNextEvent } from "./events.ts";
import { getDonation } from "./history/queries.ts";
import * as sql from "./sql.ts";
import type { DonationStatus } from "./state.ts";

const FRAUD_REVIEW = "the account was unlinked for a fraud review";
const NOT_MINE = "the customer says that it isn’t theirs";
/** The most gifts held when an account is unlinked. Any others are held when their next attempts would start. */
const MAX_HELD_ON_UNLINK = 10_000;

type Holder = SystemScope | BankApiScope;

const isOfBank = <By extends Actor>(by: By): by is Extract<By, BankApiScope> =>
  by.bankId !== undefined;

/** @throws ServiceError DONATION_NOT_FOUND if a bank acts, and the gift isn't its own */
async function requireOwn(tx: Transaction, scope: Holder, donationId: string): Promise<void> {
  if (!isOfBank(scope)) return;
  const own = kysely
    .selectFrom("donation")
    .select("id")
    .where("id", "=", donationId)
    .where("bankId", "=", scope.bankId);
  await requireRow(own, "DONATION_NOT_FOUND", tx);
}

/**
 * Records what was done to a gift; if not by its bank, also for that and its school, which aren't told why.
 * @param shownAs who did it, as they know it
 */
async function auditGift(
  tx: Transaction,
  by: Actor,
  action: AuditAction,
  donationId: string,
  details?: AuditDetails,
  shownAs: ActorId = { kind: "operator", id: null },
): Promise<void> {
  await audit(tx, by, action, donationId, details);
  if (isOfBank(by)) return;
  const gift = kysely.selectFrom("donation").select(["bankId", "schoolId"]);
  const owners = await runForOne(gift.where("id", "=", donationId), tx);
  const { bankId, schoolId = "" } = owners ?? {};
  await audit(tx, { actor: shownAs, bankId, schoolIds: [schoolId] }, action, donationId);
}

/** The part of the service that acts for donors, whom their bank's and school's logs don't name. */
const CASES: ActorId = { kind: "service", id: "cases" };

/** Holds a gift that its donor says isn't theirs, if it's pending, and tells its bank. */
export async function holdForCase(tx: Transaction, by: CardholderScope, donationId: string) {
  const hold = { donationIds: [donationId], reason: NOT_MINE, isForBank: true };
  if ((await sql.holdCredits(hold, tx)).length === 0) return;
  await recordNextEvent(tx, "donation.held", donationId, new Date());
  await auditGift(tx, by, "donation.hold", donationId, {}, CASES);
}

/**
 * Holds a pending gift. @returns false if it isn't pending or is already held
 * @throws ServiceError DONATION_NOT_FOUND
 */
export function holdDonation(scope: Holder, donationId: string, reason: string): Promise<boolean> {
  return transaction(async (tx) => {
    await requireOwn(tx, scope, donationId);
    const isForBank = isOfBank(scope);
    const held = await sql.holdCredits({ donationIds: [donationId], reason, isForBank }, tx);
    if (held.length === 0) return false;
    if (!isForBank) await recordNextEvent(tx, "donation.held", donationId, new Date());
    await auditGift(tx, scope, "donation.hold", donationId, { reason });
    return true;
  });
}

/** Holds a gift that was accepted while its account was being unlinked for a fraud review. */
export const holdForReview = (donationId: string) =>
  sql.holdCredits({ donationIds: [donationId], reason: FRAUD_REVIEW, isForBank: true });

/**
 * Unlinks an account. For a fraud review, then holds its pending gifts: after the commit, in settlement's lock order.
 * A gift that this misses is held when its next attempt would start.
 * @throws ServiceError ACCOUNT_NOT_FOUND
 */
export async function unlinkAndHold(
  scope: BankApiScope,
  accountId: string,
  request: UnlinkRequest,
): Promise<UnlinkResult> {
  const unlinked = await unlinkAccount(scope, accountId, request);
  if (unlinked.reason !== "fraud_review") return unlinked;
  const gifts = await sql.findUnderReview({ accountId, atMost: MAX_HELD_ON_UNLINK });
  if (gifts.length > 0) {
    const donationIds = gifts.map(({ id }) => id);
    await sql.holdCredits({ donationIds, reason: FRAUD_REVIEW, isForBank: true });
  }
  return unlinked;
}

type OperatorFilters = {
  bankId?: string;
  status?: DonationStatus;
  flagged?: true;
  limit: number;
};

/** Every bank's donations, newest first. */
export const listAllDonations = ({ bankId, status, flagged, limit }: OperatorFilters) =>
  run(
    sql.operatorDonations
      .where(({ and }) =>
        and(given({ "d.bankId": bankId, "d.status": status, "d.pointsMismatch": flagged })),
      )
      .orderBy("d.createdAt", "desc")
      .orderBy("d.id", "desc")
      .limit(limit),
  );

/** Any bank's donation; undefined if there is none. */
export const findDonation = (donationId: string) =>
  runForOne(sql.operatorDonations.where("d.id", "=", donationId));

/**
 * Pushes a pending donation again immediately. Its schedule restarts, and a waiting run is superseded.
 * @returns false if the donation isn't pending or is held
 */
export function retryDonation(scope: SystemScope, donationId: string): Promise<boolean> {
  return transaction(async (tx) => {
    const isQueued = (await requeueIn(tx, sql.PUSHES, { ids: [donationId] })) === 1;
    if (isQueued) await auditGift(tx, scope, "donation.retry", donationId);
    return isQueued;
  });
}

/** Locks a gift's credit, if its case holds it. Before the case, as a cancel does. @returns whether it does */
export async function lockHeldForCase(tx: Transaction, donationId: string): Promise<boolean> {
  const held = kysely
    .selectFrom("credit")
    .select("donationId")
    .where("donationId", "=", donationId)
    .where("holdReason", "=", NOT_MINE)
    .forNoKeyUpdate();
  return (await runForOne(held, tx)) !== undefined;
}

/** Releases a gift that its case holds, once its donor was answered that it stands. */
export async function releaseForCase(tx: Transaction, by: StaffScope, donationId: string) {
  await sql.releaseCredit({ donationId, isByBank: true }, tx);
  if ((await requeueIn(tx, sql.PUSHES, { ids: [donationId] })) === 0) return;
  await auditGift(tx, { actor: by.actor }, "donation.release", donationId, {}, CASES);
}

/**
 * Releases a donation held by an operator, a fraud review, or the sandbox's platform (trigger .94), and pushes it. A bank
 * releases only what it or a review of its accounts holds.
 * @returns false if the donation isn't pending, or the bank may not release it
 * @throws ServiceError DONATION_NOT_FOUND
 */
export function releaseDonation(
  scope: Holder,
  donationId: string,
  reason: string | null,
): Promise<boolean> {
  return transaction(async (tx) => {
    await requireOwn(tx, scope, donationId);
    const isByBank = isOfBank(scope);
    const released = await sql.releaseCredit({ donationId, isByBank }, tx);
    if (isByBank && released.length === 0) return false;
    if ((await requeueIn(tx, sql.PUSHES, { ids: [donationId] })) === 0) return false;
    if (!isByBank) await markReleased({ partnerReference: donationId }, tx);
    await auditGift(tx, scope, "donation.release", donationId, { reason });
    return true;
  });
}

/** For a bank's program, which gets the donation as it is then. @throws ServiceError DONATION_NOT_FOUND */
export async function holdOwnDonation(scope: BankApiScope, id: string, { reason }: HoldRequest) {
  await holdDonation(scope, id, reason);
  return getDonation(scope, id);
}

/** As `holdOwnDonation`. @throws ServiceError DONATION_NOT_FOUND */
export async function releaseOwnDonation(scope: BankApiScope, id: string) {
  await releaseDonation(scope, id, null);
  return getDonation(scope, id);
}
