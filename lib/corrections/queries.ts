import type { BankScope, OperatorScope, SchoolScope, SessionScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { given } from "../database/expressions.ts";
import { requireRow, run } from "../database/run.ts";
import { serialize } from "../database/serialize.ts";
import { getDonation } from "../donations/history/queries.ts";
import { toDollars } from "../money.ts";
import { readPage, wholeList } from "../pagination/pages.ts";
import { type Correction, type CorrectionFilters, correction } from "./contract.ts";
import {
  type CorrectionRow,
  corrections,
  findCorrection,
  type PageRow,
  shownOnPages,
} from "./sql.ts";

export function serializeCorrection(row: CorrectionRow): Correction {
  const { legs, isTold } = row;
  const isSaid = isTold && legs.points.state === "pending" && row.status === "succeeded";
  return serialize(correction, row, {
    correction_id: row.id,
    kind: row.kind as Correction["kind"],
    dollar_amount: toDollars(row.amountCents),
    awaits_approval: row.status === "pending" && row.needsApproval && row.approvedBy === null,
    legs: isSaid ? { ...legs, points: { ...legs.points, state: "told", by: "service" } } : legs,
    points_due: row.pointsToReturn ?? 0,
    school_id: row.targetSchoolId,
    fund_designation: row.targetFundDesignation,
  });
}

const ofBank = ({ bankId }: BankScope) => corrections.where("c.bankId", "=", bankId);

/** @throws ServiceError CORRECTION_NOT_FOUND */
export async function getCorrection(
  scope: BankScope,
  donationId: string,
  correctionId: string,
): Promise<Correction> {
  const one = ofBank(scope).where("c.id", "=", correctionId).where("c.donationId", "=", donationId);
  return serializeCorrection(await requireRow(one, "CORRECTION_NOT_FOUND"));
}

/** All corrections of a donation, newest first: their number is limited. @throws ServiceError DONATION_NOT_FOUND */
export async function listDonationCorrections(
  scope: BankScope,
  donationId: string,
): Promise<Page<Correction>> {
  await getDonation(scope, donationId);
  const all = ofBank(scope).where("c.donationId", "=", donationId);
  const rows = await run(all.orderBy("c.createdAt", "desc").orderBy("c.id", "desc"));
  return wholeList(rows.map(serializeCorrection));
}

export function listCorrections(
  scope: BankScope,
  filters: CorrectionFilters,
): Promise<Page<Correction>> {
  const { status, kind, from, to } = filters;
  let rows = ofBank(scope).where(({ and }) => and(given({ "c.status": status, "c.kind": kind })));
  if (from) rows = rows.where("c.createdAt", ">=", from);
  if (to) rows = rows.where("c.createdAt", "<", to);
  const by = { at: "c.createdAt", id: "c.id" } as const;
  return readPage({
    list: "corrections",
    tenant: scope.bankId,
    filters,
    rows,
    by,
    show: serializeCorrection,
  });
}

/** Any bank's correction; null if there is none. */
export const findAnyCorrection = async (id: string): Promise<CorrectionRow | null> =>
  (await findCorrection({ id }))[0] ?? null;

export const listAllCorrections = (filters: { bankId?: string; status?: string; limit: number }) =>
  run(
    corrections
      .where(({ and }) => and(given({ "c.bankId": filters.bankId, "c.status": filters.status })))
      .orderBy("c.createdAt", "desc")
      .orderBy("c.id", "desc")
      .limit(filters.limit),
  );

/** A correction as pages show it. @property requestedBy the actor's stored name */
export type GiftCorrection = Correction & { requestedBy: string; targetName: string | null };

const forPages = (row: PageRow): GiftCorrection => ({
  ...serializeCorrection(row),
  requestedBy: row.requestedBy,
  targetName: row.targetName,
});

/** Those of gifts that someone may see: their donor, their bank's or school's team, or the operator. */
function visibleTo(scope: SessionScope) {
  if ("cardholderId" in scope) {
    return shownOnPages
      .innerJoin("donation as d", "d.id", "c.donationId")
      .where("d.cardholderId", "=", scope.cardholderId);
  }
  if (scope.kind === "bank") return shownOnPages.where("c.bankId", "=", scope.bankId);
  return scope.kind === "school"
    ? shownOnPages.where("c.schoolId", "=", scope.schoolId)
    : shownOnPages;
}

/** A gift's corrections, oldest first: their number is limited. None if it isn't the reader's. */
export async function readGiftCorrections(
  scope: SessionScope,
  donationId: string,
): Promise<GiftCorrection[]> {
  const all = visibleTo(scope).where("c.donationId", "=", donationId);
  return (await run(all.orderBy("c.createdAt").orderBy("c.id"))).map(forPages);
}

/** The most that a page asks someone to decide at once. */
const MAX_WAITING = 50;

const oldest = async (waiting: ReturnType<typeof visibleTo>) =>
  (await run(waiting.orderBy("c.createdAt").orderBy("c.id").limit(MAX_WAITING))).map(forPages);

const pending = (scope: SessionScope) => visibleTo(scope).where("c.status", "=", "pending");

/** Those that wait for a second person, the oldest first. */
export const listToApprove = (scope: OperatorScope) =>
  oldest(pending(scope).where("c.needsApproval", "=", true).where("c.approvedBy", "is", null));

/** Those that a foundation has to decide about, the oldest first. */
export const listAsked = (scope: SchoolScope) =>
  oldest(pending(scope).where("c.awaitsFoundation", "=", true));
