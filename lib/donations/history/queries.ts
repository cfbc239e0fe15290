/**
 * Reads donations, and sums a cardholder's. Queries filter by ID and owner together, so another bank's or cardholder's
 * donation isn't found. A cardholder's, across all accounts, are those accepted while this cardholder was linked, even if
 * the account is now linked to another.
 */
import type { BankApiScope, CardholderScope } from "../../auth/scopes.ts";
import { monthsUpTo, startOfMonth } from "../../calendar.ts";
import type { Page } from "../../contract.ts";
import { onlyRow, requireRow, run, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { asCents, type Cents, dollarsOrNull, sumOfCents } from "../../money.ts";
import { readPage } from "../../pagination/pages.ts";
import { NO_COUNT } from "../../pagination/totals.ts";
import type { Fund } from "../../schools/contract.ts";
import type { CardholderDonation, Donation, DonationFilters } from "../contract.ts";
import type { CardholderDonationFilters } from "../portal-contract.ts";
import { serializeCardholderDonation, serializeDonation } from "../serialize.ts";
import {
  cardholderDonations,
  donationsOnBooks,
  giftDeductibility,
  giftGoodFaithValue,
  ownDonations,
  totalsOf,
} from "../sql.ts";
import { withTotals } from "../totals.ts";
import * as sql from "./sql.ts";

/** One donation of this bank. @throws ServiceError DONATION_NOT_FOUND */
export async function getDonation(scope: BankApiScope, donationId: string): Promise<Donation> {
  const one = donationsOnBooks.where("d.id", "=", donationId).where("d.bankId", "=", scope.bankId);
  return serializeDonation(await requireRow(one, "DONATION_NOT_FOUND"));
}

/** So few customers that their donations are found one by one. */
const FEW = 1_000;

/** The same filters, with the accounts of a name in its place if they are few: names are in no index. */
export async function withAccounts(scope: BankApiScope, filters: sql.DonationConditions) {
  const { customer_name: name, ...others } = filters;
  if (name === undefined) return filters;
  const found = await run(sql.accountsNamed(scope, name).limit(FEW + 1));
  if (found.length > FEW) return filters;
  return { ...others, account_ids: found.map(({ id }) => id) };
}

export async function listDonations(scope: BankApiScope, filters: DonationFilters) {
  return readPage({
    list: "donations",
    tenant: scope.bankId,
    filters,
    rows: sql.filteredDonations(scope, await withAccounts(scope, filters)),
    by: { at: "d.createdAt", id: "d.id" },
    total: sql.knownTotal(scope, filters),
    show: serializeDonation,
  });
}

type ListQuery = sql.DonationConditions &
  Pick<DonationFilters, "limit" | "cursor"> & { isOldestFirst: boolean };

/** One page of this bank's donations as its team sees them, and the number and dollars of all that match. */
export async function listDonationsWithTotals(
  scope: BankApiScope,
  { isOldestFirst, ...filters }: ListQuery,
) {
  const conditions = await withAccounts(scope, filters);
  const page = await readPage({
    list: isOldestFirst ? "bank-donations oldest" : "bank-donations",
    tenant: scope.bankId,
    filters,
    rows: sql.listedDonations(scope, conditions),
    by: { at: "d.createdAt", id: "d.id", isAscending: isOldestFirst },
    total: NO_COUNT,
    show: (row) => row,
  });
  return withTotals(page, filters, totalsOf(sql.filteredDonations(scope, conditions)));
}

export type ListedDonation = sql.ListedDonation;

/** What waits, the most urgent first. */
export const listWaitingParts = (scope: BankApiScope) => run(sql.waitingParts(scope));

export const listGivenSchools = (scope: BankApiScope) => run(sql.schoolsOf(scope));

export const countDonations = (scope: BankApiScope) => run(sql.partCounts(scope)).then(onlyRow);

export async function listCardholderDonations(
  scope: CardholderScope,
  filters: CardholderDonationFilters,
): Promise<Page<CardholderDonation>> {
  return readPage({
    list: "own-donations",
    tenant: scope.cardholderId,
    filters,
    rows: sql.filteredCardholderDonations(scope.cardholderId, filters),
    by: { at: "d.createdAt", id: "d.id" },
    total: sql.cardholderTotal(scope.cardholderId, filters),
    show: serializeCardholderDonation,
  });
}

/** One donation of this cardholder. @throws ServiceError DONATION_NOT_FOUND */
export async function getCardholderDonation(
  scope: CardholderScope,
  donationId: string,
): Promise<CardholderDonation> {
  const one = ownDonations
    .where("d.id", "=", donationId)
    .where("d.cardholderId", "=", scope.cardholderId);
  return serializeCardholderDonation(await requireRow(one, "DONATION_NOT_FOUND"));
}

/** Whose points a donation used; undefined if it's not this cardholder's. */
export const findPointsSource = ({ cardholderId }: CardholderScope, donationId: string) =>
  runForOne(
    kysely
      .selectFrom("donation as d")
      .innerJoin("bank as b", "b.id", "d.bankId")
      .leftJoin("loyaltyProgram as p", (join) =>
        join.onRef("p.bankId", "=", "d.bankId").onRef("p.programId", "=", "d.loyaltyProgramId"),
      )
      .select("b.name as bankName")
      .select((of) => of.fn.coalesce("p.name", "d.loyaltyProgramId").as("programName"))
      .where("d.id", "=", donationId)
      .where("d.cardholderId", "=", cardholderId),
  );

export type FilterChoices = sql.FilterChoices;

/** The filter choices for this cardholder's donations: their number, time range, and schools. */
export const readFilterChoices = async ({ cardholderId }: CardholderScope) =>
  onlyRow(await sql.findFilterChoices({ cardholderId }));

/** Whether a page that shows this cardholder's donations is still up to date. */
export const readUpdates = async ({ cardholderId }: CardholderScope) =>
  onlyRow(await sql.findUpdates({ cardholderId }));

/** The tax terms that a gift was given under; null if its designation matched no fund. */
export async function findGiftTerms(
  donationId: string,
): Promise<Pick<Fund, "deductibility" | "good_faith_value_usd"> | null> {
  const terms = cardholderDonations
    .clearSelect()
    .select([giftDeductibility.as("deductibility"), giftGoodFaithValue.as("valueCents")])
    .where("d.id", "=", donationId);
  const { deductibility = null, valueCents = null } = (await runForOne(terms)) ?? {};
  return deductibility && { deductibility, good_faith_value_usd: dollarsOrNull(valueCents) };
}

const MONTHS = 12;

export type SchoolGiving = {
  schoolId: string;
  schoolName: string;
  totalCents: Cents;
  /** The sum of completed donations in each month. */
  monthsCents: Cents[];
  /** The sum of pending ones. */
  pendingCents: Cents[];
};

export type YearOfGiving = {
  /** `2026-11` and so on, earliest first. */
  months: string[];
  /** Largest sum first. */
  schools: SchoolGiving[];
};

type Row = Awaited<ReturnType<typeof sql.sumByPeriod>>[number];

/** Groups rows by school. Months are counted from one. */
function groupBySchool(rows: Row[]): SchoolGiving[] {
  const schools = new Map<string, SchoolGiving>();
  const none = asCents(0);
  const zeros = (): Cents[] => Array(MONTHS).fill(none);
  for (const { period, schoolId, schoolName, givenCents, pendingCents } of rows) {
    const school = schools.get(schoolId) ?? {
      schoolId,
      schoolName,
      totalCents: none,
      monthsCents: zeros(),
      pendingCents: zeros(),
    };
    school.monthsCents[period - 1] = givenCents;
    school.pendingCents[period - 1] = pendingCents;
    school.totalCents = sumOfCents([school.totalCents, givenCents]);
    schools.set(schoolId, school);
  }
  return [...schools.values()];
}

/**
 * The completed and pending donations of this month and the eleven before it, by the month they were made in.
 * @param timeZone the reader's
 */
export async function listYearOfGiving(
  { cardholderId }: CardholderScope,
  timeZone: string,
  now = new Date(),
): Promise<YearOfGiving> {
  const months = monthsUpTo(now, MONTHS, timeZone);
  const rows = await sql.sumByPeriod({
    cardholderId,
    starts: months.map(({ startsAt }) => startsAt),
  });
  const byTotal = (one: SchoolGiving, other: SchoolGiving) =>
    other.totalCents - one.totalCents || one.schoolName.localeCompare(other.schoolName);
  return { months: months.map(({ key }) => key), schools: groupBySchool(rows).sort(byTotal) };
}

export type YearSums = Pick<GivingSums, "givenCents" | "pendingCents">;

/**
 * The sums of each year by the time at which gifts were made.
 * @param years all since the first gift, in any order
 * @param timeZone the reader's
 */
export async function sumYears(
  { cardholderId }: CardholderScope,
  years: number[],
  timeZone: string,
): Promise<Map<number, YearSums>> {
  if (years.length === 0) return new Map();
  const sorted = years.toSorted((one, other) => one - other);
  const starts = sorted.map((year) => startOfMonth(year, 0, timeZone));
  const rows = await sql.sumByPeriod({ cardholderId, starts });
  return new Map(
    sorted.map((year, n) => {
      const sums = rows.filter(({ period }) => period === n + 1);
      const sumOf = (kind: keyof YearSums) => sumOfCents(sums.map((row) => row[kind]));
      return [year, { givenCents: sumOf("givenCents"), pendingCents: sumOf("pendingCents") }];
    }),
  );
}

/**
 * The sum and number of completed donations, the number of their schools, and the sum and number (`pending`) of pending
 * donations.
 */
export type GivingSums = Awaited<ReturnType<typeof sql.sumGiving>>[number];

/** Sums this cardholder's donations across all accounts. @param schoolId only to this school */
export const sumGivingOf = async (
  { cardholderId }: CardholderScope,
  schoolId: string | null = null,
): Promise<GivingSums> => onlyRow(await sql.sumGiving({ cardholderId, schoolId }));
