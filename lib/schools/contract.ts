/** Schools, as banks and cardholders see them. */
import { z } from "zod";
import { contract, listContract } from "../contract.ts";
import type { Violation } from "../errors.ts";
import { flag, nullableText, paging, responseDollars, text, textFilter } from "../fields.ts";
import { type Cents, formatDollars } from "../money.ts";
import type { MotifName } from "./art/motifs.ts";

const EXAMPLE = {
  school_id: "ohio-state",
  name: "Ohio State",
  university: "The Ohio State University",
  nickname: "Buckeyes",
  city: "Columbus",
  state: "OH",
  conference: "Big Ten",
  logo_url: "https://points.example/monograms/ohio-state.svg",
  minimum_donation_usd: 10,
  active: true,
  fund_count: 1,
  total_raised_usd: 1240,
};

export const EXAMPLE_FUND = {
  fund_id: "annual-fund",
  name: "Annual Fund",
  description: "Supports every student-athlete where the need is greatest.",
  deductibility: "full" as const,
  good_faith_value_usd: null,
  minimum_donation_usd: null,
};

const schoolFields = z.object({
  school_id: z.string().describe("The school's ID. Pass it when you request a donation."),
  name: z.string().describe("The school's common name."),
  university: z.string().describe("The university's full name."),
  nickname: z.string().describe("The name of its teams."),
  city: z.string().describe("The city the university is in."),
  state: z.string().describe("The state, as two letters."),
  conference: z.string().describe("The athletic conference the school plays in."),
  logo_url: z.url().describe("An image with the school's monogram in its colors."),
  minimum_donation_usd: responseDollars,
  active: z.boolean().describe("Whether the school is accepting donations."),
  fund_count: z.int().describe("The number of funds."),
  total_raised_usd: responseDollars.describe(
    "The sum of completed donations, in US dollars. In production it is updated hourly and rounded down to two " +
      "significant digits and to $100, so that it doesn't reveal individual gifts.",
  ),
});

export const school = schoolFields.meta({ id: "School", examples: [EXAMPLE] });

export const portalSchool = schoolFields
  .extend({ followed: z.boolean().describe("Whether the cardholder follows the school.") })
  .meta({ id: "PortalSchool", examples: [{ ...EXAMPLE, followed: true }] });

export const DEDUCTIBILITY = ["full", "quid_pro_quo", "none"] as const;

export const fundFields = z.object({
  fund_id: z.string().describe("The fund's ID within the school. Pass it as `fund_designation`."),
  name: z.string().describe("The fund's name. Also accepted as `fund_designation`."),
  description: z.string().describe("What the fund supports."),
  deductibility: z
    .enum(DEDUCTIBILITY)
    .describe(
      "The fund's tax class: `full`, `quid_pro_quo` (includes benefits), or `none` (includes " +
        "seat-purchase rights).",
    ),
  good_faith_value_usd: responseDollars
    .nullable()
    .describe(
      "The estimated value of benefits the donor receives, in US dollars. Null unless " +
        "`quid_pro_quo`.",
    ),
});

export const fund = fundFields
  .extend({
    minimum_donation_usd: responseDollars
      .nullable()
      .describe("The fund's own minimum, in US dollars, if it's above the school's. Null if not."),
  })
  .meta({ id: "Fund", examples: [EXAMPLE_FUND] });

export const schoolDetail = schoolFields
  .extend({
    foundation_name: z.string().describe("The athletic foundation that receives the donation."),
    website_url: z.url().nullable().describe("The foundation's website."),
    colors: z.array(z.string()).describe("The school's colors as `#rrggbb`, primary color first."),
    description: nullableText.describe("A short description."),
    funds: z.array(fund).describe("The funds that accept donations, in the school's own order."),
  })
  .meta({
    id: "SchoolDetail",
    examples: [
      {
        ...EXAMPLE,
        foundation_name: "Ohio State Athletics Fund",
        website_url: "https://example.edu/",
        colors: ["#ba0c2f", "#a7b1b7"],
        description: null,
        funds: [EXAMPLE_FUND],
      },
    ],
  });

export type School = z.infer<typeof school>;
export type PortalSchool = z.infer<typeof portalSchool>;
export type SchoolDetail = z.infer<typeof schoolDetail>;
export type Fund = z.infer<typeof fund>;

/** How a school looks, on tickets and in lists. */
export type SchoolBranding = {
  school_id: string;
  name: string;
  /** Two to four letters, as fans write them. */
  monogram: string;
  /** As `#rrggbb`, primary color first. */
  colors: string[];
  motif: MotifName;
  /** Whether its official mark replaces the monogram. */
  hasMark?: boolean;
};

export const schoolQuery = z.object({
  search: textFilter.describe(
    "Part of the name, university, nickname, or city, or what fans call the school, such as " +
      "`osu` or `roll tide`. Ignores case and accents. If no school contains it, matches its " +
      "words in any order, with up to one typo in each. The best match is first: an exact name, " +
      "monogram, or nickname, then the start of a name or word, then part of a word.",
  ),
  state: textFilter.describe("The state, as two letters."),
  conference: textFilter.describe("The conference's full name."),
  ...paging(50),
});

export type SchoolQuery = z.output<typeof schoolQuery>;

const listQuery = schoolQuery.extend({
  active: flag
    .default(true)
    .describe("Whether to list schools that accept donations (`true`) or that don't (`false`)."),
});

export type SchoolFilters = z.output<typeof listQuery>;

export const listSchools = listContract({
  id: "listSchools",
  path: "/v1/schools",
  tag: "Schools",
  summary: "List schools by name",
  query: listQuery,
  data: school,
});

export const getSchool = contract({
  id: "getSchool",
  path: "/v1/schools/{school_id}",
  tag: "Schools",
  summary: "Retrieve a school with its funds",
  params: z.object({ school_id: text({ min: 1, max: 255 }).describe("The school's ID.") }),
  data: schoolDetail,
  errors: ["SCHOOL_NOT_FOUND"],
});

/**
 * Why a request can't name a school.
 * @param active null if there is no such school
 * @param field the request field with its ID
 */
export function schoolViolations(active: boolean | null, field = "school_id"): Violation[] {
  if (active) return [];
  const loc = ["body", field];
  return active === null
    ? [{ loc, msg: "No school has this ID", type: "school_not_found" }]
    : [{ loc, msg: "This school isn't accepting donations right now", type: "school_inactive" }];
}

/**
 * Why an amount can't be given to a school.
 * @param minimumCents null if there is no such school
 * @param fundMinimumCents null if the fund has no minimum of its own
 */
export function amountViolations(
  amountCents: Cents,
  minimumCents: Cents | null,
  fundMinimumCents: Cents | null,
): Violation[] {
  if (minimumCents === null) return [];
  const isFunds = fundMinimumCents !== null && fundMinimumCents > minimumCents;
  const [whose, minimum] = isFunds ? ["fund", fundMinimumCents] : ["school", minimumCents];
  if (amountCents >= minimum) return [];
  const msg = `The minimum donation to this ${whose} is ${formatDollars(minimum)}`;
  return [{ loc: ["body", "dollar_amount"], msg, type: "below_school_minimum" }];
}
