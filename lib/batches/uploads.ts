/** Uploaded decisions: kept between the dry run that shows what they would do and their confirmation. */
import { v7 as uuidv7 } from "uuid";
import type { SchoolScope } from "../auth/scopes.ts";
import { now } from "../database/expressions.ts";
import { affected, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { advisoryLock, transaction } from "../database/transaction.ts";
import { InvalidInput, type Violation } from "../errors.ts";
import { asCents, type Cents } from "../money.ts";
import { decideNamed, type Line, type Resolved, readDecisions, resolve } from "./confirm.ts";

/** Uploads kept per school; a new one deletes the oldest. */
const MAX_KEPT = 10;

/** What is wrong with a line; null for the file as a whole. */
export type Problem = { line: number | null; text: string };

/** A decision as it's kept, with its line in the file. */
type StoredDecision = { line: number } & Line["decision"];

type Sum = { count: number; cents: Cents };

/** What an uploaded file would do now, or has done. */
export type Upload = {
  id: string;
  problems: Problem[];
  confirmed: Sum;
  refused: Sum;
  alreadyDecided: number;
  /** Whether it was confirmed: the numbers are what it did. */
  isApplied: boolean;
};

type Result = { confirmed: number; refused: number; alreadyDecided: number };

const problemOf = ({ loc, msg }: Violation): Problem => {
  const line = loc.find((part) => typeof part === "number");
  return { line: line ?? null, text: msg };
};

async function parseUpload(
  csv: string,
): Promise<{ decisions: StoredDecision[]; problems: Problem[] }> {
  try {
    const { lines, violations } = await readDecisions(csv);
    const decisions = lines.map(({ at, decision }) => ({ line: Number(at.at(-1)), ...decision }));
    return { decisions, problems: violations.map(problemOf) };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { decisions: [], problems: error.violations.map(problemOf) };
  }
}

/** Keeps a file's decisions for a day, without deciding anything. @returns the upload's ID */
export async function keepUpload({ schoolId }: SchoolScope, csv: string): Promise<string> {
  const id = uuidv7();
  const { decisions, problems } = await parseUpload(csv);
  const values = {
    id,
    schoolId,
    decisions: JSON.stringify(decisions),
    problems: JSON.stringify(problems),
  };
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

async function findUpload({ schoolId }: SchoolScope, id: string) {
  const row = await runForOne(
    kysely
      .selectFrom("decisionUpload")
      .select(["decisions", "problems", "result"])
      .where("id", "=", id)
      .where("schoolId", "=", schoolId),
  );
  if (!row) return null;
  const lines = (row.decisions as StoredDecision[]).map(
    ({ line, ...decision }): Line => ({ at: ["body", "csv", line], decision }),
  );
  return { lines, problems: row.problems as Problem[], result: row.result as Result | null };
}

const sumOf = (gifts: Resolved[]): Sum => ({
  count: gifts.length,
  cents: asCents(gifts.reduce((sum, { known }) => sum + known.amountCents, 0)),
});

/** What an uploaded file would do now, or has done; null if it isn't kept any longer. */
export async function readUpload(scope: SchoolScope, id: string): Promise<Upload | null> {
  const found = await findUpload(scope, id);
  if (!found) return null;
  const { lines, problems, result } = found;
  const nothing = sumOf([]);
  if (result) {
    const { confirmed, refused, alreadyDecided } = result;
    const counts = {
      confirmed: { ...nothing, count: confirmed },
      refused: { ...nothing, count: refused },
    };
    return { id, problems: [], ...counts, alreadyDecided, isApplied: true };
  }
  const { resolved, violations } = await resolve(scope, lines);
  const open = resolved.filter(({ known }) => known.decidedAt === null);
  const [confirming, refusing] = [true, false].map((isConfirmed) =>
    open.filter(({ decision }) => Boolean(decision.confirmation_number) === isConfirmed),
  ) as [Resolved[], Resolved[]];
  return {
    id,
    problems: [...problems, ...violations.map(problemOf)].sort(
      (a, b) => (a.line ?? 0) - (b.line ?? 0),
    ),
    confirmed: sumOf(confirming),
    refused: sumOf(refusing),
    alreadyDecided: resolved.length - open.length,
    isApplied: false,
  };
}

/**
 * Confirms and refuses the gifts of an uploaded file, once: after an interruption, another call does the rest. Nothing
 * is changed if a line is wrong, maybe only since the dry run, or if the upload isn't kept any longer.
 */
export async function applyUpload(scope: SchoolScope, id: string): Promise<void> {
  const found = await findUpload(scope, id);
  if (!found || found.result || found.problems.length > 0) return;
  try {
    const decided = await decideNamed(scope, found.lines, false);
    const { confirmed, refused, already_decided: alreadyDecided } = decided;
    const result: Result = { confirmed, refused, alreadyDecided };
    const change = kysely
      .updateTable("decisionUpload")
      .set({ appliedAt: now, result: JSON.stringify(result) })
      .where("id", "=", id)
      .where("appliedAt", "is", null);
    await affected(change);
  } catch (error) {
    // `readUpload` names what became wrong.
    if (!(error instanceof InvalidInput)) throw error;
  }
}
