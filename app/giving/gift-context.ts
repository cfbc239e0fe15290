/** What the page of a gift shows besides the gift: how its school looks, and the fund's tax line. */
import type { CardholderDonation } from "#lib/donations/contract.ts";
import type { SchoolLook } from "#lib/schools/contract.ts";
import { findSchoolLook } from "#lib/schools/looks.ts";
import { getSchool } from "#lib/schools/queries.ts";
import { taxLine } from "#lib/schools/tax.ts";

export type GiftContext = { school: SchoolLook; foundation: string; tax: string | null };

/** Null if the school is gone, which donations prevent. */
export async function readGiftContext({
  school_id,
  fund_id,
}: Pick<CardholderDonation, "school_id" | "fund_id">): Promise<GiftContext | null> {
  const [look, { foundation_name, funds }] = await Promise.all([
    findSchoolLook(school_id),
    getSchool(school_id),
  ]);
  const fund = funds.find((each) => each.fund_id === fund_id);
  return look && { school: look, foundation: foundation_name, tax: fund ? taxLine(fund) : null };
}
