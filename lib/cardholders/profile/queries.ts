/** Reads cardholders. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { toDollars } from "../../money.ts";
import type { Profile } from "./contract.ts";
import { findProfile } from "./sql.ts";

/** The cardholder of this session. */
export async function getCardholderProfile(scope: CardholderScope): Promise<Profile> {
  const { cardholderId } = scope;
  const [row] = await findProfile({ cardholderId });
  if (!row) throw new Error("this session's cardholder doesn't exist");
  return {
    cardholder_id: cardholderId,
    email: row.email,
    display_name: row.displayName,
    phone: row.phone,
    preferred_school_id: row.preferredSchoolId,
    preferred_fund: row.preferredFund,
    tax_receipt_email: row.taxReceiptEmail,
    mfa_enabled: row.mfaEnabled,
    role: scope.role,
    created_at: row.createdAt.toISOString(),
    donation_count: row.donationCount,
    lifetime_donated_usd: toDollars(row.donatedCents),
  };
}
