/** Requests corrections: what is asked for is checked, reserved, and recorded, or done at once, in one transaction. */
import { v7 as uuidv7 } from "uuid";
import { nameOfActor } from "../auth/actors.ts";
import { audit, concerning } from "../auth/audit.ts";
import { recheckCaller } from "../auth/permissions.ts";
import type { BankScope, CardholderScope, StaffScope, SystemScope } from "../auth/scopes.ts";
import { Repeated } from "../contract.ts";
import { onlyRow } from "../database/run.ts";
import { advisoryLock, dryRun, type Transaction, transaction } from "../database/transaction.ts";
import { CORRECTIONS } from "../donations/sql.ts";
import { env } from "../env.ts";
import { InvalidInput, invalid, ServiceError, violation } from "../errors.ts";
import { requeueIn } from "../jobs/sweep.ts";
import { type Cents, formatDollarsAndCents, toCents } from "../money.ts";
import { countStored } from "../storage/usage.ts";
import type { Correction, CorrectionRequest } from "./contract.ts";
import { firstLegs } from "./legs.ts";
import { announce, cancelAtOnce, lockDonation } from "./outcome.ts";
import { serializeCorrection } from "./queries.ts";
import * as sql from "./sql.ts";

/** Who corrects gifts: a bank's program or a member of its team, the operator, or the donor, who only cancels. */
export type Corrector =
  | BankScope
  | CardholderScope
  | SystemScope
  | Extract<StaffScope, { kind: "bank" | "operator" }>;

/** How often one donation can be corrected, and each time is stored. */
const MAX_PER_DONATION = 100;

const isOperator = (by: Corrector) => !("bankId" in by) && !("cardholderId" in by);

const impossible = (reason: string, of: sql.Gift) =>
  new ServiceError("CORRECTION_NOT_POSSIBLE", { details: { reason, status: of.status } });

/** Whether the caller may correct gifts. @throws ServiceError CORRECTIONS_DISABLED, BANK_SUSPENDED */
function requireAllowed(by: Corrector, gift: sql.Gift, { kind }: CorrectionRequest): void {
  const isByApi = "keyId" in by && by.actor.kind === "key";
  const isOn = gift.correctionsByApi ?? env().environment === "sandbox";
  if (isByApi && !isOn) throw new ServiceError("CORRECTIONS_DISABLED");
  if (kind === "redirect" && gift.bankStatus !== "active" && !isOperator(by)) {
    throw new ServiceError("BANK_SUSPENDED");
  }
}

/** Why the donation can't be corrected in this way now; null if it can. */
function obstacle(by: Corrector, gift: sql.Gift, { kind }: CorrectionRequest): string | null {
  if (gift.waitsFor !== null) return "waits_for_redirect";
  if (gift.hasPendingCancel) return "cancel_pending";
  if (gift.isOld && !isOperator(by)) return "too_old";
  if (gift.correctionCount >= MAX_PER_DONATION) return "too_many";
  const needed = kind === "cancel" ? "pending" : "completed";
  if (gift.status !== needed) return `not_${needed}`;
  return gift.leftCents === 0 ? "nothing_left" : null;
}

/** What is to be taken back. @throws InvalidInput if less is left */
function amountOf({ dollar_amount: dollars, kind }: CorrectionRequest, gift: sql.Gift): Cents {
  if (kind === "cancel" || dollars == null) return gift.leftCents;
  const cents = toCents(dollars);
  if (cents <= gift.leftCents) return cents;
  const left = `Only ${formatDollarsAndCents(gift.leftCents)} is left of this donation.`;
  throw invalid("dollar_amount", left, "limit_exceeded");
}

/** @throws InvalidInput for fields that the kind doesn't have, or lacks */
function requireFields({ kind, ...request }: CorrectionRequest): void {
  const isRedirect = kind === "redirect";
  if (isRedirect && !request.fund_designation) {
    throw invalid("fund_designation", "Field required", "missing");
  }
  const others = isRedirect ? [] : (["school_id", "fund_designation"] as const);
  const amount = kind === "cancel" ? (["dollar_amount"] as const) : [];
  const extra = [...others, ...amount].filter((field) => request[field] != null);
  if (extra.length === 0) return;
  const msg = `Not for \`${kind}\``;
  throw new InvalidInput(extra.map((field) => violation(["body", field], msg)));
}

const targetOf = (request: CorrectionRequest, gift: sql.Gift) =>
  request.kind === "redirect"
    ? {
        targetSchoolId: request.school_id ?? gift.schoolId,
        targetFundDesignation: request.fund_designation as string,
      }
    : { targetSchoolId: null, targetFundDesignation: null };

/** Whether a request asks for what was asked for before under its reference. Two are the same if they mean the same. */
function isSame(prior: sql.CorrectionRow, request: CorrectionRequest, gift: sql.Gift): boolean {
  const { dollar_amount: dollars } = request;
  const target = targetOf(request, gift);
  return (
    prior.donationId === gift.id &&
    prior.kind === request.kind &&
    (dollars == null ? prior.isWhole : prior.amountCents === toCents(dollars)) &&
    prior.targetSchoolId === target.targetSchoolId &&
    prior.targetFundDesignation === target.targetFundDesignation
  );
}

/** @returns what was recorded before under this reference @throws InvalidInput if it was something else */
async function findPrior(tx: Transaction, request: CorrectionRequest, gift: sql.Gift) {
  const { correction_ref: ref } = request;
  const [prior] = await sql.findByRef({ bankId: gift.bankId, ref }, tx);
  if (!prior || isSame(prior, request, gift)) return prior;
  throw invalid("correction_ref", "This reference was used for another correction");
}

/** The points that it would give back, if nothing else happened first. */
function pointsFor(kind: string, gift: sql.Gift, cents: Cents): number {
  if (kind === "cancel") return gift.points;
  if (kind === "redirect") return 0;
  const { points, reversedCents, amountCents, pointsReturned } = gift;
  const share = (BigInt(points) * BigInt(reversedCents + cents)) / BigInt(amountCents);
  return Number(share) - pointsReturned;
}

/** Makes the gift that a redirect is to become. @throws InvalidInput if it can't go there */
async function makeNewGift(
  tx: Transaction,
  correctionId: string,
  request: CorrectionRequest,
  gift: sql.Gift,
  of: { cents: Cents; isWhole: boolean },
): Promise<string> {
  const { targetSchoolId, targetFundDesignation } = targetOf(request, gift);
  const target = {
    schoolId: targetSchoolId as string,
    designation: targetFundDesignation as string,
  };
  const [school] = await sql.findTarget(target, tx);
  if (!school) throw invalid("school_id", "No school has this ID", "school_not_found");
  if (!school.isActive) throw invalid("school_id", "This school takes no gifts", "school_inactive");
  if (of.cents < school.minimumCents) {
    const msg = `The minimum there is ${formatDollarsAndCents(school.minimumCents)}`;
    throw invalid("dollar_amount", msg, "below_school_minimum");
  }
  const id = uuidv7();
  await sql.insertRedirected({ ...target, ...of, id, correctionId, donationId: gift.id }, tx);
  return id;
}

/** Reserves what is asked for, and records it. @throws InvalidInput; ServiceError CORRECTION_NOT_POSSIBLE */
async function insert(
  tx: Transaction,
  by: Corrector,
  gift: sql.Gift,
  request: CorrectionRequest,
): Promise<sql.CorrectionRow> {
  const { kind, correction_ref: correctionRef, reason } = request;
  const { id: donationId, bankId, schoolId } = gift;
  const id = uuidv7();
  const cents = amountOf(request, gift);
  const isWhole = cents === gift.leftCents;
  if (kind !== "cancel" && (await sql.reserve({ donationId, cents }, tx)).length === 0) {
    throw impossible("nothing_left", gift);
  }
  const newDonationId =
    kind === "redirect" ? await makeNewGift(tx, id, request, gift, { cents, isWhole }) : null;
  const pointsToReturn = pointsFor(kind, gift, cents);
  const row = {
    ...{ id, donationId, bankId, schoolId, kind, correctionRef, reason, isWhole, newDonationId },
    ...targetOf(request, gift),
    amountCents: cents,
    pointsToReturn,
    legs: firstLegs(kind, gift, pointsToReturn),
    requestedBy: nameOfActor(by.actor),
    needsApproval: !("cardholderId" in by) && cents > gift.dailyLeftCents,
  };
  if ((await sql.insertCorrection(row, tx)).length === 0) {
    // Used for another donation at the same moment.
    throw invalid("correction_ref", "This reference was used for another correction");
  }
  if ("bankId" in by) countStored(bankId, newDonationId === null ? 1 : 3, [request]);
  return onlyRow(await sql.findCorrection({ id }, tx));
}

type Options = {
  isDryRun?: boolean;
  /** Whether to refuse what can't be done at once: a donor opens a case instead. */
  onlyAtOnce?: boolean;
};

async function begin(
  tx: Transaction,
  by: Corrector,
  gift: sql.Gift,
  request: CorrectionRequest,
  onlyAtOnce: boolean,
): Promise<sql.CorrectionRow> {
  const row = await insert(tx, by, gift, request);
  const { id, kind, donationId, needsApproval } = row;
  const mayBegin = kind === "cancel" && !needsApproval;
  const isDone = mayBegin && (await cancelAtOnce(tx, row, gift));
  if (!isDone && onlyAtOnce) throw impossible("not_at_once", gift);
  const facts = { donation_id: donationId, kind };
  await audit(tx, concerning(by, row), "correction.request", id, facts);
  if (!isDone) {
    await requeueIn(tx, CORRECTIONS, { ids: [id] });
    await announce(tx, id);
  }
  return onlyRow(await sql.findCorrection({ id }, tx));
}

/**
 * Requests a correction. The same again returns the first.
 * @throws InvalidInput; ServiceError DONATION_NOT_FOUND, CORRECTIONS_DISABLED, CORRECTION_NOT_POSSIBLE, BANK_SUSPENDED
 */
export async function requestCorrection(
  by: Corrector,
  donationId: string,
  request: CorrectionRequest,
  { isDryRun = false, onlyAtOnce = false }: Options = {},
): Promise<{ row: sql.CorrectionRow; isRepeated: boolean }> {
  requireFields(request);
  const bankId = "bankId" in by ? by.bankId : null;
  const cardholderId = "cardholderId" in by ? by.cardholderId : null;
  const work = async (tx: Transaction) => {
    await lockDonation(tx, donationId);
    await recheckCaller(tx, by, "kind" in by && by.kind === "bank" ? "corrections.request" : null);
    const [found] = await sql.findGift({ donationId, bankId, cardholderId }, tx);
    if (!found) throw new ServiceError("DONATION_NOT_FOUND");
    requireAllowed(by, found, request);
    const prior = await findPrior(tx, request, found);
    if (prior) return { row: prior, isRepeated: true };
    // The day's sum is the bank's.
    await advisoryLock(tx, `corrections-of:${found.bankId}`);
    const [gift] = await sql.findGift({ donationId, bankId, cardholderId }, tx);
    const why = obstacle(by, gift as sql.Gift, request);
    if (why !== null) throw impossible(why, found);
    const row = await begin(tx, by, gift as sql.Gift, request, onlyAtOnce);
    return { row, isRepeated: isDryRun };
  };
  return isDryRun ? dryRun(work) : transaction(work);
}

/** The same for the API: 200 for what was requested before, and for a dry run. */
export async function requestByApi(
  scope: BankScope,
  donationId: string,
  request: CorrectionRequest,
  isDryRun: boolean,
): Promise<Correction | Repeated<Correction>> {
  const { row, isRepeated } = await requestCorrection(scope, donationId, request, { isDryRun });
  const shown = serializeCorrection(row);
  return isRepeated ? new Repeated(shown) : shown;
}
