/** The school directory file, imported by production and sandboxes. */
import { z } from "zod";
import { audit } from "../auth/audit.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { isTimeZone } from "../calendar.ts";
import { transaction } from "../database/transaction.ts";
import { line } from "../fields.ts";
import { isWholeCents, toCents } from "../money.ts";
import { fold } from "../text.ts";
import { MOTIF_NAMES } from "./art/motifs.ts";
import { DEDUCTIBILITY } from "./contract.ts";
import { closeIncomplete } from "./participation/mutations.ts";
import { withdrawApprovals } from "./participation/sql.ts";
import { searchTextOf } from "./search.ts";
import { type FundRow, type SchoolRow, upsertFunds, upsertSchools } from "./sql.ts";

const id = z
  .string()
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    "must be lowercase words joined by hyphens, such as ohio-state",
  );
const dollars = z
  .number()
  .positive()
  .max(1_000_000)
  .refine(isWholeCents, "must be a whole number of cents");

const fund = z
  .strictObject({
    fund_id: id,
    name: line({ min: 1, max: 255 }),
    description: line({ max: 1_000 }),
    deductibility: z.enum(DEDUCTIBILITY),
    good_faith_value_usd: dollars.nullish(),
  })
  .refine(
    (parsed) => (parsed.deductibility === "quid_pro_quo") === (parsed.good_faith_value_usd != null),
    "good_faith_value_usd is required for quid_pro_quo and allowed for nothing else",
  );

const school = z.strictObject({
  school_id: id,
  name: line({ min: 1, max: 255 }),
  university: line({ min: 1, max: 255 }),
  nickname: line({ max: 255 }),
  /** If omitted, derived from the name. */
  monogram: z
    .string()
    .regex(/^[A-Z]{2,4}$/, "must be two to four capital letters")
    .optional(),
  /** Other names that fans search for. */
  aliases: z
    .array(line({ min: 1, max: 64 }))
    .max(20)
    .default([]),
  city: line({ max: 255 }),
  state: z.string().regex(/^[A-Z]{2}$/, "must be two capital letters"),
  conference: line({ max: 255 }),
  website_url: z.url({ protocol: /^https$/ }).nullish(),
  foundation_name: line({ min: 1, max: 255 }),
  colors: z.array(z.string().regex(/^#[0-9a-f]{6}$/, "must be #rrggbb")).min(1),
  motif: z.enum(MOTIF_NAMES),
  time_zone: z.string().refine(isTimeZone, "must be a time zone such as America/New_York"),
  minimum_donation_usd: dollars,
  description: line({ max: 2_000 }).nullish(),
  /** If omitted, unchanged; a new school accepts donations. */
  active: z.boolean().optional(),
  funds: z
    .array(fund)
    .min(1)
    .refine(
      (funds) => areDistinct(funds.map((each) => each.fund_id)),
      "contains the same fund_id twice",
    ),
});

/** Top-level fields other than `schools` are ignored. */
export const directoryFile = z.object({
  schools: z
    .array(school)
    .refine(
      (schools) => areDistinct(schools.map((each) => each.school_id)),
      "contains the same school twice",
    )
    .refine(hasDistinctMonograms, "contains two schools in one conference with the same monogram"),
});

type School = z.infer<typeof school>;

function areDistinct(ids: string[]): boolean {
  return new Set(ids).size === ids.length;
}

/** Schools in one conference appear next to each other. Derived monograms may repeat. */
function hasDistinctMonograms(schools: School[]): boolean {
  const named = schools.filter(({ monogram }) => monogram !== undefined);
  return areDistinct(named.map(({ conference, monogram }) => `${conference}\n${monogram}`));
}

function schoolRow(listed: School): SchoolRow {
  const {
    school_id,
    website_url,
    foundation_name,
    time_zone,
    minimum_donation_usd,
    funds,
    ...same
  } = listed;
  return {
    ...same,
    id: school_id,
    monogram: listed.monogram ?? null,
    websiteUrl: website_url ?? null,
    description: listed.description ?? null,
    foundationName: foundation_name,
    timeZone: time_zone,
    minimumDonationCents: toCents(minimum_donation_usd),
    active: listed.active ?? true,
    sortKey: fold(listed.name),
    searchText: searchTextOf(listed),
  };
}

const fundRows = ({ school_id: schoolId, funds }: School): FundRow[] =>
  funds.map(({ fund_id: fundId, good_faith_value_usd: value, ...rest }, position) => ({
    ...rest,
    schoolId,
    fundId,
    goodFaithValueCents: value == null ? null : toCents(value),
    position,
  }));

/**
 * Adds new schools and funds, and updates existing ones, in one transaction. Schools that aren't in the file are
 * unchanged, since donations refer to them. In production, schools with incomplete records stay closed.
 * @returns which schools were added, and which were updated
 */
export async function importSchools(
  scope: SystemScope,
  { schools }: z.infer<typeof directoryFile>,
): Promise<{ added: string[]; updated: string[] }> {
  const idsOf = (listed: School[]) => listed.map(({ school_id }) => school_id);
  const setActive = idsOf(schools.filter(({ active }) => active !== undefined));
  return transaction(async (tx) => {
    const [imported, funds] = [schools.map(schoolRow), schools.flatMap(fundRows)];
    await withdrawApprovals({ schools: imported, funds }, tx);
    const rows = await upsertSchools({ schools: imported, setActive }, tx);
    await upsertFunds({ funds }, tx);
    await closeIncomplete(tx, scope, idsOf(schools));
    const idsBy = (added: boolean) => rows.filter((row) => row.added === added).map(({ id }) => id);
    const [added, updated] = [idsBy(true), idsBy(false)];
    const counts = { added: added.length, updated: updated.length };
    const concerned = { ...scope, schoolIds: rows.map(({ id }) => id) };
    await audit(tx, concerned, "school.import", "directory", counts);
    return { added, updated };
  });
}
