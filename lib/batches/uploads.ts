/** Uploaded decisions: kept between the dry run that shows what they would do and their confirmation. */
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { SchoolScope } from "../auth/scopes.ts";
import { now } from "../database/expressions.ts";
import { affected, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { advisoryLock, transaction } from "../database/transaction.ts";
import { giftNumberOf } from "../donations/gift-number.ts";
import { InvalidInput, type Violation } from "../errors.ts";
import { asCents, type Cents } from "../money.ts";
import { decideResolved, type Resolved, resolve } from "./confirm.ts";
import { type Line, readDecisions } from "./csv-decisions.ts";

/** Uploads kept per school; a new one deletes the oldest. */
const MAX_KEPT = 10;

/** How many decisions a page shows, and how many problems are kept. */
export const PER_PAGE = 100;

/** What is wrong with a line; null for the file as a whole. The column, if it's one. */
export type Problem = { line: number | null; column: string | null; text: string };

/** A decision as it's kept, with its line in the file and what it's about. */
type StoredDecision = { line: number; cents: Cents; repeats: boolean } & Line["decision"];

type Sum = { count: number; cents: Cents };

/** What a file would do, found out once: a large one takes a moment. */
type Checked = { confirmed: Sum; refused: Sum; alreadyDecided: number; problemCount: number };

/** What an uploaded file would do when it was uploaded, or has done. */
export type Upload = Checked & {
  id: string;
  /** The first ones. */
  problems: Problem[];
  /** One page of what it would decide, refusals first. */
  decisions: StoredDecision[];
  /** Whether it was confirmed: the numbers are what it did. */
  isApplied: boolean;
};

type Result = { confirmed: number; refused: number; alreadyDecided: number };

function problemOf({ loc, msg }: Violation): Problem {
  const at = loc.findIndex((part) => typeof part === "number");
  return {
    line: (loc[at] as number | undefined) ?? null,
    column: (loc[at + 1] as string) ?? null,
    text: msg,
  };
}

/** What goes into the columns of an upload. */
function valuesOf(resolved: Resolved[], violations: Violation[]) {
  const open = resolved.filter(({ known }) => known.decidedAt === null);
  const confirmed = open.filter(({ decision }) => decision.confirmation_number);
  const refused = open.filter(({ decision }) => !decision.confirmation_number);
  const alreadyDecided = resolved.length - open.length;
  const checked: Checked = {
    confirmed: sumOf(confirmed),
    refused: sumOf(refused),
    alreadyDecided,
    problemCount: violations.length,
  };
  const problems = violations.map(problemOf).sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const decided = resolved.filter(({ known }) => known.decidedAt !== null);
  const decisions = [...refused, ...confirmed, ...decided].map(
    ({ at, decision, known, repeats }): StoredDecision => ({
      line: Number(at.at(-1)),
      cents: known.amountCents,
      repeats,
      ...decision,
      gift: giftNumberOf(known.donationId),
    }),
  );
  return {
    decisions: JSON.stringify(violations.length > 0 ? [] : decisions),
    problems: JSON.stringify(problems.slice(0, PER_PAGE)),
    checked: JSON.stringify(checked),
  };
}

async function checkFile(scope: SchoolScope, csv: string) {
  try {
    const { lines, violations } = await readDecisions(csv);
    const found = await resolve(scope, lines);
    return valuesOf(found.resolved, [...violations, ...found.violations]);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return valuesOf([], error.violations);
  }
}

/** Checks a file and keeps its decisions for a day, without deciding anything. @returns the upload's ID */
export async function keepUpload(scope: SchoolScope, csv: string): Promise<string> {
  const { schoolId } = scope;
  const id = uuidv7();
  const values = { id, schoolId, ...(await checkFile(scope, csv)) };
  const kept = kysely.selectFrom("decisionUpload").select("id").where("schoolId", "=", schoolId);
  await transaction(async (tx) => {
    await advisoryLock(tx, `decision-upload:${schoolId}`);
    const latest = kept
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(MAX_KEPT - 1);
    const older = kysely.deleteFrom("decisionUpload").where("schoolId", "=", schoolId);
    await affected(older.where("id", "not in", latest), tx);
    await affected(kysely.insertInto("decisionUpload").values(values), tx);
  });
  return id;
}

const sumOf = (gifts: Resolved[]): Sum => ({
  count: gifts.length,
  cents: asCents(gifts.reduce((sum, { known }) => sum + known.amountCents, 0)),
});

const uploadOf = ({ schoolId }: SchoolScope, id: string) =>
  kysely.selectFrom("decisionUpload").where("id", "=", id).where("schoolId", "=", schoolId);

/**
 * What an uploaded file would do when it was uploaded, or has done; null if it isn't kept any longer.
 * @param page which of its decisions are shown, from 1
 */
export async function readUpload(scope: SchoolScope, id: string, page = 1): Promise<Upload | null> {
  const from = (page - 1) * PER_PAGE;
  const row = await runForOne(
    uploadOf(scope, id)
      .select(["problems", "checked", "result"])
      // One with many isn't read as a whole for each page.
      .select(
        sql<unknown>`jsonb_path_query_array(decisions, '$[$from to $to]',
          jsonb_build_object('from', ${from}::int, 'to', ${from + PER_PAGE - 1}::int))`.as("shown"),
      ),
  );
  if (!row?.checked) return null;
  const kept = { id, problems: row.problems as Problem[], ...(row.checked as Checked) };
  const result = row.result as Result | null;
  if (!result) return { ...kept, decisions: row.shown as StoredDecision[], isApplied: false };
  const { confirmed, refused, alreadyDecided } = result;
  const counts = {
    confirmed: { ...kept.confirmed, count: confirmed },
    refused: { ...kept.refused, count: refused },
  };
  return { ...kept, ...counts, alreadyDecided, decisions: [], isApplied: true };
}

/** The decisions of an upload that has nothing wrong and wasn't confirmed yet; none of any other. */
async function findLines(scope: SchoolScope, id: string): Promise<Line[]> {
  const row = await runForOne(
    uploadOf(scope, id)
      .select("decisions")
      .where("result", "is", null)
      .where("problems", "=", sql<string>`'[]'::jsonb`),
  );
  return ((row?.decisions ?? []) as StoredDecision[]).map(
    ({ line, cents, repeats, ...decision }) => ({ at: ["body", "csv", line], decision }),
  );
}

/**
 * Confirms and refuses the gifts of an uploaded file, once: after an interruption, another call does the rest. Nothing
 * is changed if a line has become wrong since it was checked, or if the upload isn't kept any longer.
 */
export async function applyUpload(scope: SchoolScope, id: string): Promise<void> {
  const lines = await findLines(scope, id);
  if (lines.length === 0) return;
  const upload = kysely.updateTable("decisionUpload").where("id", "=", id);
  const { resolved, violations } = await resolve(scope, lines);
  if (violations.length > 0) {
    await affected(upload.set(valuesOf(resolved, violations)));
    return;
  }
  const decided = await decideResolved(scope, resolved, false);
  const { confirmed, refused, already_decided: alreadyDecided } = decided;
  const result: Result = { confirmed, refused, alreadyDecided };
  const change = upload
    .set({ appliedAt: now, result: JSON.stringify(result) })
    .where("appliedAt", "is", null);
  await affected(change);
}
