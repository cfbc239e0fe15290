/** A school's gifts in numbers, for its team and its programs. */
import { z } from "zod";
import { ROLES } from "../../auth/tenants.ts";
import { contract } from "../../contract.ts";
import { component, responseDollars, responseTime } from "../../fields.ts";

const sums = (gifts: string) =>
  z
    .object({
      count: z.int().describe("The number of gifts."),
      dollar_amount: responseDollars.describe("Their total, in US dollars."),
    })
    .describe(gifts);

const EXAMPLE_SCHOOL_OVERVIEW = {
  school_id: "ohio-state",
  role: "viewer" as const,
  today: { count: 2, dollar_amount: 75 },
  today_since: "2026-11-21T00:00:00.000Z",
  waiting: { count: 1, dollar_amount: 25 },
  failed: { count: 0, dollar_amount: 0 },
  failed_since: "2026-11-15T00:00:00.000Z",
};

export const schoolOverview = component("SchoolOverview", [EXAMPLE_SCHOOL_OVERVIEW], {
  school_id: z.string().describe("Your school's ID."),
  role: z.enum(ROLES.school).describe("Your role at the school."),
  today: sums("Gifts accepted since `today_since`, in any status."),
  today_since: responseTime.describe("When the day began, in UTC."),
  waiting: sums("Gifts that are waiting for your ticketing platform."),
  failed: sums("Gifts accepted since `failed_since` that your platform refused."),
  failed_since: responseTime.describe("Six days before `today_since`."),
});

export type SchoolOverview = z.infer<typeof schoolOverview>;

export const getSchoolOverview = contract({
  id: "getSchoolOverview",
  path: "/v1/school/overview",
  tag: "School (extension)",
  auth: "school",
  action: "home.read",
  summary: "Retrieve your school's gifts in numbers",
  data: schoolOverview,
});
