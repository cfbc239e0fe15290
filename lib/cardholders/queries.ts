/** Reading cardholders. */
import type { CardholderScope } from "../auth/scopes.ts";
import { pool } from "../database/pool.ts";
import { type Cents, toDollars } from "../money.ts";
import { bankNameOf } from "./names.ts";
import type { Profile } from "./profile-contract.ts";

type ProfileRow = {
  email: string;
  displayName: string;
  phone: string | null;
  preferredSchoolId: string | null;
  preferredFund: string | null;
  taxReceiptEmail: string | null;
  mfaEnabled: boolean;
  createdAt: Date;
  donationCount: number;
  donatedCents: Cents;
};

/** The sums are of what they have given themselves, whoever an account belongs to now. */
const PROFILE = `
select c.email, coalesce(c.display_name, ${bankNameOf("c.id")}, c.email) as "displayName", c.phone,
  c.preferred_school_id as "preferredSchoolId", c.preferred_fund as "preferredFund",
  c.tax_receipt_email as "taxReceiptEmail", c.created_at as "createdAt",
  exists (select 1 from totp where cardholder_id = c.id and confirmed_at is not null) as "mfaEnabled",
  sums.count as "donationCount", sums.cents as "donatedCents"
from cardholder c
cross join lateral (
  select count(*) as count, coalesce(sum(amount_cents), 0)::bigint as cents
  from donation where cardholder_id = c.id and status = 'completed'
) sums
where c.id = $1`;

/** The cardholder of this session. */
export async function getOwnProfile(scope: CardholderScope): Promise<Profile> {
  const { rows } = await pool().query<ProfileRow>({
    name: "own-profile",
    text: PROFILE,
    values: [scope.cardholderId],
  });
  const row = rows[0];
  if (!row) throw new Error("a session of a cardholder who is not there");
  return {
    cardholder_id: scope.cardholderId,
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
