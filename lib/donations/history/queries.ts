/** Reads a bank's donations. Queries filter by ID and bank together, so another bank's donation isn't found. */
import type { BankScope } from "../../auth/scopes.ts";
import type { Page } from "../../contract.ts";
import { listKey } from "../../cursor.ts";
import { runForOne } from "../../database/run.ts";
import { ServiceError } from "../../errors.ts";
import { readPage } from "../../pagination/pages.ts";
import type { Donation, DonationFilters } from "../contract.ts";
import { serializeDonation } from "../serialize.ts";
import { donationsWithCredits } from "../sql.ts";
import { filteredDonations, knownTotal } from "./sql.ts";

/** One donation of this bank. @throws ServiceError DONATION_NOT_FOUND */
export async function getDonation(scope: BankScope, donationId: string): Promise<Donation> {
  const row = await runForOne(
    donationsWithCredits.where("d.id", "=", donationId).where("d.bankId", "=", scope.bankId),
  );
  if (!row) throw new ServiceError("DONATION_NOT_FOUND");
  return serializeDonation(row);
}

/** One page of this bank's donations, newest first. */
export async function listDonations(
  scope: BankScope,
  filters: DonationFilters,
): Promise<Page<Donation>> {
  const { limit, cursor } = filters;
  return readPage(
    {
      key: listKey("donations", scope.bankId, filters),
      limit,
      cursor,
      rows: filteredDonations(scope, filters),
      by: { at: "d.createdAt", id: "d.id" },
      total: knownTotal(scope, filters),
    },
    serializeDonation,
  );
}
