/** Reads a bank's donations. Queries filter by ID and bank together, so another bank's donation isn't found. */
import type { BankScope } from "../../auth/scopes.ts";
import type { Page } from "../../contract.ts";
import { requireRow } from "../../database/run.ts";
import { readPage } from "../../pagination/pages.ts";
import type { Donation, DonationFilters } from "../contract.ts";
import { serializeDonation } from "../serialize.ts";
import { donationsWithCredits } from "../sql.ts";
import { filteredDonations, knownTotal } from "./sql.ts";

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
    rows: filteredDonations(scope, filters),
    by: { at: "d.createdAt", id: "d.id" },
    total: knownTotal(scope, filters),
    show: serializeDonation,
  });
}
