/** Uploaded decisions: kept between the dry run that shows what they would do and their confirmation. */
import { v7 as uuidv7 } from "uuid";
import type { SchoolScope } from "../auth/scopes.ts";
import { now } from "../database/expressions.ts";
import { affected } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { advisoryLock, transaction } from "../database/transaction.ts";
import { giftNumberOf } from "../donations/gift-number.ts";
import { InvalidInput, type Violation } from "../errors.ts";
import { type Cents, sumOfCents } from "../money.ts";
import { decideResolved, type Resolved, resolve } from "./confirm.ts";
import { type Line, MAX_LINES, readDecisions } from "./csv-decisions.ts";
import { findUpload } from "./sql.ts";

/** Uploads kept per school; a new one deletes the oldest. */
const MAX_KEPT = 10;

/** How many decisions a page shows, and how many problems are kept. */
export const PER_PAGE = 100;

/** A problem with a line, or with one of its columns; the line is null for the file as a whole. */
type Problem = { line: number | null; column: string | null; text: string };

/** A decision as it's kept, with its line in the file and what it's about. */
type StoredDecision = { line: number; cents: Cents; repeats: boolean } & Line["decision"];

type Sum = { count: number; cents: Cents };

type Result = { confirmed: number; refused: number; alreadyDecided: number };

/** What a file would do. Computed once, since a large file takes a moment. */
type Checked = { confirmed: Sum; refused: Sum; alreadyDecided: number; problemCount: number };

export type Upload = Checked & {
  /** The first ones. */
  problems: Problem[];
  /** One page of what it would decide, refusals first. */
  decisions: StoredDecision[];
  /** What it did, once it was confirmed. */
  result: Result | null;
};

const problemOf = ({ loc: [, , line, column], msg: text }: Violation) =>
  ({ line: line ?? null, column: column ?? null, text }) as Problem;

const sumOf = (gifts: Resolved[]): Sum => ({
  count: gifts.length,
  cents: sumOfCents(gifts.map(({ known }) => known.amountCents)),
});

/** What goes into the columns of an upload. */
function valuesOf(resolved: Resolved[], violations: Violation[]) {
  const decided = resolved.filter(({ known }) => known.decidedAt !== null);
  const open = resolved.filter(({ known }) => known.decidedAt === null);
  const refused = open.filter(({ decision }) => decision.refusal_reason);
  const confirmed = open.filter(({ decision }) => !decision.refusal_reason);
  const checked: Checked = {
    confirmed: sumOf(confirmed),
    refused: sumOf(refused),
    alreadyDecided: decided.length,
    problemCount: violations.length,
  };
  const decisions = [...refused, ...confirmed, ...decided].map((one): StoredDecision => {
    const { at, decision, known, repeats, id } = one;
    const gift = giftNumberOf(id);
    return { ...decision, gift, line: Number(at.at(-1)), cents: known.amountCents, repeats };
  });
  const problems = violations.map(problemOf).sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return {
    decisions: JSON.stringify(problems.length > 0 ? [] : decisions),
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

/**
 * What an uploaded file would do when it was uploaded, or has done; null if it isn't kept any longer.
 * @param page which of its decisions are shown, from 1
 */
export async function readUpload(
  { schoolId }: SchoolScope,
  id: string,
  page = 1,
): Promise<Upload | null> {
  const [first, last] = [(page - 1) * PER_PAGE, page * PER_PAGE - 1];
  const [{ checked, ...row } = {}] = await findUpload({ schoolId, id, first, last });
  return checked ? ({ ...(checked as Checked), ...row } as Upload) : null;
}

/**
 * Confirms and refuses the gifts of an uploaded file, once: after an interruption, another call does the rest. Nothing
 * is changed if a line has become wrong since it was checked, or if the upload isn't kept any longer.
 */
export async function applyUpload(scope: SchoolScope, id: string): Promise<void> {
  const all = { schoolId: scope.schoolId, id, first: 0, last: MAX_LINES };
  const [row] = await findUpload(all);
  const lines = ((row?.decisions ?? []) as StoredDecision[]).map(
    ({ line, cents, repeats, ...decision }): Line => ({ at: ["body", "csv", line], decision }),
  );
  // It's wrong, or was applied.
  if (lines.length === 0) return;
  const upload = kysely.updateTable("decisionUpload").where("id", "=", id);
  const { resolved, violations } = await resolve(scope, lines);
  if (violations.length > 0) {
    await affected(upload.set(valuesOf(resolved, violations)));
    return;
  }
  const decided = await decideResolved(scope, resolved, false);
  const { confirmed, refused, already_decided: alreadyDecided } = decided;
  const result = JSON.stringify({ confirmed, refused, alreadyDecided } satisfies Result);
  const applied = { appliedAt: now, result, decisions: "[]" };
  await affected(upload.set(applied).where("appliedAt", "is", null));
}
