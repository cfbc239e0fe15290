/** Schools in the portal, and following them. */
import { z } from "zod";
import { contract, listContract } from "../contract.ts";
import { component, flag, nullableTime, text } from "../fields.ts";
import { portalSchool, schoolQuery } from "./contract.ts";

const listQuery = schoolQuery.extend({
  followed: flag
    .optional()
    .describe(
      "`true` lists schools the cardholder follows, including inactive ones; `false` lists the " +
        "others.",
    ),
});

export type PortalSchoolFilters = z.output<typeof listQuery>;

export const listPortalSchools = listContract({
  id: "listPortalSchools",
  path: "/v1/portal/schools",
  tag: "Portal: schools",
  auth: "token",
  summary: "List schools by name, with follow status",
  query: listQuery,
  data: portalSchool,
});

const followRequest = component("FollowRequest", [{ follow: true }], {
  follow: z.boolean().describe("`true` to follow the school, `false` to unfollow it."),
});

const EXAMPLE_FOLLOW_RESULT = {
  school_id: "ohio-state",
  following: true,
  followed_at: "2026-11-21T14:03:22.118Z",
};

export const followResult = component("FollowResult", [EXAMPLE_FOLLOW_RESULT], {
  school_id: z.string().describe("The school's ID."),
  following: z.boolean().describe("Whether the cardholder now follows the school."),
  followed_at: nullableTime.describe(
    "When the cardholder followed the school. Null if they don't follow it.",
  ),
});

export type FollowResult = z.infer<typeof followResult>;

export const followSchool = contract({
  id: "followSchool",
  method: "POST",
  path: "/v1/portal/schools/{school_id}/follow",
  tag: "Portal: schools",
  auth: "token",
  summary: "Follow or unfollow a school",
  description: "Repeating a request changes nothing: `followed_at` keeps its first value.",
  params: z.object({ school_id: text({ min: 1, max: 255 }).describe("The school's ID.") }),
  body: followRequest,
  data: followResult,
  errors: ["SCHOOL_NOT_FOUND"],
});
