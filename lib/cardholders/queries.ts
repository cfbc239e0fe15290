/** Reading cardholders. */
import type { CardholderScope } from "../auth/scopes.ts";
import { pool } from "../db.ts";
import { toDollars } from "../money.ts";
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
  donatedCents: number;
};

/** Without a name of their own, the one that a bank sent last; the sums are over all accounts. */
const PROFILE = `
select c.email, coalesce(c.display_name, latest.display_name, c.email) as "displayName", c.phone,
  c.preferred_school_id as "preferredSchoolId", c.preferred_fund as "preferredFund",
  c.tax_receipt_email as "taxReceiptEmail", c.created_at as "createdAt",
  exists (select 1 from totp where cardholder_id = c.id and confirmed_at is not null) as "mfaEnabled",
  sums.count as "donationCount", sums.cents as "donatedCents"
from cardholder c
left join lateral (
  select display_name from account where cardholder_id = c.id
  order by linked_at desc, id desc limit 1
) latest on true
cross join lateral (
  select coalesce(sum(donation_count), 0)::bigint as count,
    coalesce(sum(lifetime_donated_cents), 0)::bigint as cents
  from account where cardholder_id = c.id
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
