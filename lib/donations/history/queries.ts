/**
 * Reads donations. A bank's and a cardholder's queries filter by ID and owner together, so another's donation isn't found.
 * A cardholder's, across all accounts, are those accepted while this cardholder was linked, even if the account is now
 * linked to another.
 */
import type { BankScope, CardholderScope } from "../../auth/scopes.ts";
import type { Page } from "../../contract.ts";
import { requireRow, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { dollarsOrNull } from "../../money.ts";
import { readPage } from "../../pagination/pages.ts";
import type { Fund } from "../../schools/contract.ts";
import type { CardholderDonation, Donation, DonationFilters } from "../contract.ts";
import type { CardholderDonationFilters } from "../portal-contract.ts";
import { serializeCardholderDonation, serializeDonation } from "../serialize.ts";
import {
  cardholderDonations,
  donationsWithCredits,
  giftDeductibility,
  giftGoodFaithValue,
} from "../sql.ts";
import * as sql from "./sql.ts";

/** One donation of this bank. @throws ServiceError DONATION_NOT_FOUND */
export async function getDonation(scope: BankScope, donationId: string): Promise<Donation> {
  const one = donationsWithCredits
    .where("d.id", "=", donationId)
    .where("d.bankId", "=", scope.bankId);
  return serializeDonation(await requireRow(one, "DONATION_NOT_FOUND"));
}

/** One page of this bank's donations, newest first. */
export async function listDonations(
  scope: BankScope,
  filters: DonationFilters,
): Promise<Page<Donation>> {
  return readPage({
    list: "donations",
    tenant: scope.bankId,
    filters,
    rows: sql.filteredDonations(scope, filters),
    by: { at: "d.createdAt", id: "d.id" },
    total: sql.knownTotal(scope, filters),
    show: serializeDonation,
  });
}

/** One page of this cardholder's donations, newest first. */
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
  const one = cardholderDonations
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

export type FilterChoices = Awaited<ReturnType<typeof sql.findFilterChoices>>[number];

/** The filter choices for this cardholder's donations: their number, time range, and schools. */
export async function readFilterChoices({ cardholderId }: CardholderScope): Promise<FilterChoices> {
  const [choices] = await sql.findFilterChoices({ cardholderId });
  return choices as FilterChoices;
}

type DonationUpdates = Awaited<ReturnType<typeof sql.findUpdates>>[number];

/** Whether a page that shows this cardholder's donations is still up to date. */
export async function readUpdates({ cardholderId }: CardholderScope): Promise<DonationUpdates> {
  const [updates] = await sql.findUpdates({ cardholderId });
  return updates as DonationUpdates;
}

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
