/** Finds the donation named by the URL. */
import type { CardholderScope } from "#lib/auth/scopes.ts";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { getCardholderDonation } from "#lib/donations/history/queries.ts";
import * as contract from "#lib/donations/portal-contract.ts";
import { nullIf } from "#lib/errors.ts";

export type DonationParams = Promise<{ donation_id: string }>;

/** Null for an unknown id, an invalid id, or another cardholder's donation. */
export async function findDonation(
  scope: CardholderScope,
  params: DonationParams,
): Promise<CardholderDonation | null> {
  const parsed = contract.getCardholderDonation.params.safeParse(await params);
  if (!parsed.success) return null;
  return nullIf("DONATION_NOT_FOUND", getCardholderDonation(scope, parsed.data.donation_id));
}
