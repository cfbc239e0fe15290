/** What can be wrong with a gift, and what its donor and those who answer may say about it. */
import { z } from "zod";
import { line } from "../fields.ts";

export const CASE_KINDS = [
  "wrong_amount",
  "wrong_school",
  "wrong_fund",
  "wrong_name",
  "not_mine",
  "other",
] as const;

export type CaseKind = (typeof CASE_KINDS)[number];

const MAX_LENGTH = 1_000;

export const newCase = z.object({
  kind: z.enum(CASE_KINDS),
  words: line({ min: 1, max: MAX_LENGTH }),
});

export const caseAnswer = z.object({ answer: line({ min: 1, max: MAX_LENGTH }) });

/** What one person can report within 24 hours. */
export const MAX_CASES_A_DAY = 10;
