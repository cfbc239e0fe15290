/** Schools: what banks and cardholders see of them. */
import { z } from "zod";
import { contract, listContract } from "../contract.ts";
import { cursor, dollarsOut, filterText, flag, limit, text } from "../fields.ts";

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

const EXAMPLE_FUND = {
  fund_id: "annual-fund",
  name: "Annual Fund",
  description: "Supports every student-athlete where the need is greatest.",
  deductibility: "full",
  good_faith_value_usd: null,
};

const schoolFields = z.object({
  school_id: z.string().describe("The school's id: name it in donations."),
  name: z.string().describe("What people call it."),
  university: z.string().describe("The university's full name."),
  nickname: z.string().describe("What its teams are called."),
  city: z.string().describe("Where it is."),
  state: z.string().describe("Two letters."),
  conference: z.string().describe("The athletic conference that it plays in."),
  logo_url: z.url().meta({ description: "A monogram on the school's colours, made by us." }),
  minimum_donation_usd: dollarsOut,
  active: z.boolean().describe("Whether it takes donations now."),
  fund_count: z.int().describe("How many funds it has."),
  total_raised_usd: dollarsOut.meta({ description: "Sum of completed donations, US dollars." }),
});

export const school = schoolFields.meta({ id: "School", examples: [EXAMPLE] });

/** A school as a cardholder sees it. */
export const portalSchool = schoolFields
  .extend({ followed: z.boolean().describe("Whether the cardholder follows it.") })
  .meta({ id: "PortalSchool", examples: [{ ...EXAMPLE, followed: true }] });

export const fund = z
  .object({
    fund_id: z.string().describe("The fund's id within the school: name it as `fund_designation`."),
    name: z.string().describe("The fund's name; as good as its id."),
    description: z.string().describe("What it is for."),
    deductibility: z
      .enum(["full", "quid_pro_quo", "none"])
      .describe(
        "`full`; `quid_pro_quo` where the donor gets something back; `none` where the gift gives a right to buy seats.",
      ),
    good_faith_value_usd: dollarsOut
      .nullable()
      .describe(
        "What the donor gets back is worth so much, US dollars; null unless `quid_pro_quo`.",
      ),
  })
  .meta({ id: "Fund", examples: [EXAMPLE_FUND] });

export const schoolDetail = schoolFields
  .extend({
    foundation_name: z.string().describe("The athletic foundation that receives the donation."),
    website_url: z.url().nullable().describe("The foundation's pages."),
    colors: z
      .array(z.string())
      .describe("The school's colours, the first one first, as `#rrggbb`."),
    description: z.string().nullable().describe("A few words about it."),
    funds: z.array(fund).describe("Where a donation can go, in the school's own order."),
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

/** What every list of schools is searched by. */
export const schoolQuery = z.object({
  search: filterText
    .optional()
    .describe("Part of name, university, nickname or city, whatever the case and accents."),
  state: filterText.optional().describe("Two letters."),
  conference: filterText.optional().describe("The conference's whole name."),
  limit: limit(50),
  cursor,
});

export type SchoolQuery = z.output<typeof schoolQuery>;

const listQuery = schoolQuery.extend({
  active: flag.default(true).describe("`false`: those that take no donations now."),
});

export type SchoolFilters = z.output<typeof listQuery>;

export const listSchools = listContract({
  id: "listSchools",
  method: "GET",
  path: "/v1/schools",
  tag: "Schools",
  summary: "List schools by name",
  query: listQuery,
  status: 200,
  data: school,
  errors: [],
});

export const getSchool = contract({
  id: "getSchool",
  method: "GET",
  path: "/v1/schools/{school_id}",
  tag: "Schools",
  summary: "Get a school with its funds",
  params: z.object({ school_id: text({ min: 1, max: 128 }).describe("The school's id.") }),
  status: 200,
  data: schoolDetail,
  errors: ["SCHOOL_NOT_FOUND"],
});
