/** Converts rows to the API's schools. */
import type { Fund as FundRow, School as SchoolRow } from "../../generated/prisma/client.ts";
import { env } from "../env.ts";
import { asCents, type Cents, toDollars } from "../money.ts";
import type { School, SchoolDetail } from "./contract.ts";

/** The list item. `donatedCents` is the sum of the school's completed donations, as everyone may see it. */
export function serializeSchool(row: SchoolRow, fundCount: number, donatedCents: Cents): School {
  return {
    school_id: row.id,
    name: row.name,
    university: row.university,
    nickname: row.nickname,
    city: row.city,
    state: row.state,
    conference: row.conference,
    logo_url: `${env().publicBaseUrl}/monograms/${row.id}.svg`,
    minimum_donation_usd: toDollars(asCents(row.minimumDonationCents)),
    active: row.active,
    fund_count: fundCount,
    total_raised_usd: toDollars(donatedCents),
  };
}

/** The detail, with the funds in the school's own order. */
export function serializeSchoolDetail(
  row: SchoolRow & { funds: FundRow[] },
  donatedCents: Cents,
): SchoolDetail {
  return {
    ...serializeSchool(row, row.funds.length, donatedCents),
    foundation_name: row.foundationName,
    website_url: row.websiteUrl,
    colors: row.colors,
    description: row.description,
    funds: row.funds.map((fund) => ({
      fund_id: fund.fundId,
      name: fund.name,
      description: fund.description,
      deductibility: fund.deductibility as "full" | "quid_pro_quo" | "none",
      good_faith_value_usd:
        fund.goodFaithValueCents === null ? null : toDollars(asCents(fund.goodFaithValueCents)),
    })),
  };
}
