/** Finds the donation named by the URL. */
import type { CardholderScope } from "#lib/auth/scopes.ts";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { getCardholderDonation } from "#lib/donations/history/cardholder-queries.ts";
import * as contract from "#lib/donations/portal-contract.ts";
import { ServiceError } from "#lib/errors.ts";

export type DonationParams = Promise<{ donation_id: string }>;

/** Null for another cardholder's donation, an unknown id, and an invalid id alike. */
export async function findDonation(
  scope: CardholderScope,
  params: DonationParams,
): Promise<CardholderDonation | null> {
  const named = contract.getCardholderDonation.params.safeParse(await params);
  if (!named.success) return null;
  try {
    return await getCardholderDonation(scope, named.data.donation_id);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "DONATION_NOT_FOUND") return null;
    throw error;
  }
}
