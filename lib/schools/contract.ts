/** Schools: what banks and cardholders see of them. */
import { z } from "zod";
import { contract, listContract } from "../contract.ts";
import { cursor, dollarsOut, flag, limit, text } from "../fields.ts";

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
  school_id: z.string(),
  name: z.string(),
  university: z.string(),
  nickname: z.string(),
  city: z.string(),
  state: z.string(),
  conference: z.string(),
  logo_url: z.url().meta({ description: "A monogram on the school's colours, made by us." }),
  minimum_donation_usd: dollarsOut,
  active: z.boolean(),
  fund_count: z.int(),
  total_raised_usd: dollarsOut.meta({ description: "Sum of completed donations, US dollars." }),
});

export const school = schoolFields.meta({ id: "School", examples: [EXAMPLE] });

export const fund = z
  .object({
    fund_id: z.string(),
    name: z.string(),
    description: z.string(),
    deductibility: z.enum(["full", "quid_pro_quo", "none"]),
    good_faith_value_usd: dollarsOut.nullable(),
  })
  .meta({ id: "Fund", examples: [EXAMPLE_FUND] });

export const schoolDetail = schoolFields
  .extend({
    foundation_name: z.string(),
    website_url: z.url().nullable(),
    colors: z.array(z.string()),
    description: z.string().nullable(),
    funds: z.array(fund),
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
export type SchoolDetail = z.infer<typeof schoolDetail>;

const listQuery = z.object({
  search: text({ max: 200 }).optional(),
  state: text({ max: 64 }).optional(),
  conference: text({ max: 64 }).optional(),
  active: flag.default(true),
  limit: limit(50),
  cursor,
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
  params: z.object({ school_id: text({ min: 1, max: 128 }) }),
  status: 200,
  data: schoolDetail,
  errors: ["SCHOOL_NOT_FOUND"],
});
