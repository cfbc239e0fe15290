/** The schemas of the API's responses, for the OpenAPI document and for tests that validate responses. */
import { z } from "zod";
import type { Contract } from "../contract.ts";
import { ERRORS, type ErrorCode, VIOLATION_TYPES } from "../errors.ts";

const requestId = z.string().meta({
  description: "The request's ID, for support. Also in the `X-Request-Id` header.",
  examples: ["01989a64-7f3e-7c55-a2b1-6f2d8c0e4b17"],
});

export const meta = z.object({ request_id: requestId }).meta({ id: "Meta" });

export const listMeta = z
  .object({
    request_id: requestId,
    total: z.int().gte(0).describe("The exact number of items that match the filters."),
    limit: z.int().gte(1).lte(100).describe("The most items per page."),
    next_cursor: z
      .string()
      .nullable()
      .describe("Pass it as `cursor` to get the next page. Null on the last page."),
  })
  .meta({ id: "ListMeta" });

const wholeListMeta = listMeta.extend({
  limit: z.int().gte(0).describe("The number of items: the list is always a single page."),
});

type Listed = Pick<Contract, "list" | "query" | "summaryData">;

function metaOf({ list, query, summaryData }: Listed) {
  if (!list) return meta;
  if (!query) return wholeListMeta;
  return summaryData ? listMeta.extend({ summary: summaryData }) : listMeta;
}

/** The envelope of a success. */
export function successOf(contract: Pick<Contract, "data"> & Listed) {
  const { data, list } = contract;
  return z.object({
    success: z.literal(true),
    data: list ? z.array(data) : data,
    meta: metaOf(contract),
  });
}

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** Every error except the 422. */
export const errorBody = z
  .object({
    success: z.literal(false).describe("Always false."),
    error: z
      .object({
        code: z.enum(CODES).describe("The error code. Act on this; messages may change."),
        message: z.string().min(1).describe("A message for people."),
        details: z
          .record(z.string(), z.unknown())
          .optional()
          .describe("Additional details, for codes that have any."),
      })
      .describe("What went wrong."),
    meta,
  })
  .meta({ id: "Error" });

const violation = z
  .object({
    loc: z
      .array(z.union([z.string(), z.int()]))
      .min(1)
      .describe(
        "Where the problem is: `path`, `query`, `header`, or `body`, then the path to the field.",
      ),
    msg: z.string().min(1).describe("A message for people."),
    type: z
      .enum(VIOLATION_TYPES)
      .describe("The kind of problem. Act on this; messages may change."),
  })
  .meta({ id: "Violation" });

/** The 422: every violation of the input. */
export const violationBody = z
  .object({ detail: z.array(violation).min(1).describe("All problems with the request.") })
  .meta({ id: "ValidationError" });
