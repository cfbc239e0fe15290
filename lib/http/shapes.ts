/** The shapes of the API's answers, for its document and for the tests that hold answers against it. */
import { z } from "zod";
import type { Contract } from "../contract.ts";
import { ERRORS, type ErrorCode, VIOLATION_TYPES } from "../errors.ts";

const requestId = z.string().meta({
  description: "This request, for questions about it. Also in the header X-Request-Id.",
  examples: ["01989a64-7f3e-7c55-a2b1-6f2d8c0e4b17"],
});

export const meta = z.object({ request_id: requestId }).meta({ id: "Meta" });

export const listMeta = z
  .object({
    request_id: requestId,
    total: z.int().gte(0).meta({ description: "How many there are under these filters, exactly." }),
    limit: z.int().gte(1).lte(100).describe("Items on a page."),
    next_cursor: z.string().nullable().meta({
      description: "Send it as `cursor` for the next page; null on the last one.",
    }),
  })
  .meta({ id: "ListMeta" });

/** Of a list that is always one page. */
const wholeListMeta = listMeta.extend({
  limit: z.int().gte(0).describe("As many as there are: it is always one page."),
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

/** Every error but the 422. */
export const errorBody = z
  .object({
    success: z.literal(false).describe("Always false."),
    error: z
      .object({
        code: z.enum(CODES).meta({ description: "What to act on; messages may change." }),
        message: z.string().min(1).describe("For people."),
        details: z
          .record(z.string(), z.unknown())
          .optional()
          .describe("More, where the code has more to say."),
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
      .meta({
        description: "Where: `path`, `query` or `body`, then the way to the field.",
      }),
    msg: z.string().min(1).describe("For people."),
    type: z.enum(VIOLATION_TYPES).describe("What is wrong; to act on."),
  })
  .meta({ id: "Violation" });

/** The 422: everything that is wrong with the input, together. */
export const violationBody = z
  .object({ detail: z.array(violation).min(1).describe("Everything that is wrong.") })
  .meta({ id: "ValidationError" });
