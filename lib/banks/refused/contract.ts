/** A bank's refused requests. */
import { z } from "zod";
import { listContract } from "../../contract.ts";
import { component, nullableText, paging, responseTime, textFilter } from "../../fields.ts";

/** How long they are kept. */
export const KEPT_DAYS = 7;

const EXAMPLE = {
  request_id: "req_01989a64-8d20-7b1c-9a44-2f7f0f6f5a10",
  refused_at: "2026-11-21T14:05:10.402Z",
  key_id: "3f2a9c1d5e7b8a60",
  operation: "requestDonation",
  status: 422,
  code: null,
  violations: [{ field: "body.dollar_amount", type: "below_school_minimum" }],
};

export const refusedRequest = component("RefusedRequest", [EXAMPLE], {
  request_id: z.string().describe("The request's `X-Request-Id`."),
  refused_at: responseTime.describe("When it was refused."),
  key_id: z.string().describe("The ID of the API key that sent it: the part before the colon."),
  operation: z.string().describe("The operation's ID in this reference."),
  status: z.int().describe("The response's status."),
  code: nullableText.describe("The error's code. Null for a 422, which has violations."),
  violations: z
    .array(
      z.object({
        field: z.string().describe("The field, such as `body.dollar_amount`."),
        type: z.string().describe("The type of its violation."),
      }),
    )
    .describe("The fields that a 422 named, each with the type of its violation: up to ten."),
});

export type RefusedRequest = z.infer<typeof refusedRequest>;

const refusedQuery = z.object({
  search: textFilter.describe(
    "Only the request with this ID, or those with this error code, key, or field, such as `body.dollar_amount`.",
  ),
  ...paging(50),
});
export type RefusedFilters = z.output<typeof refusedQuery>;

export const listRefusedRequests = listContract({
  id: "listRefusedRequests",
  path: "/v1/refused-requests",
  tag: "Refused requests (extension)",
  summary: "List your refused requests, newest first",
  description:
    `Which of your requests were refused in the last ${KEPT_DAYS} days, and why, without what they contained. The latest 1,000 ` +
    "are kept, and up to 60 a minute are recorded. Requests with an invalid key, over a rate limit, or during an outage " +
    "aren't among them.",
  query: refusedQuery,
  data: refusedRequest,
});
