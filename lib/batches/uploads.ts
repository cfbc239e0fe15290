/** Uploaded decisions: kept while their gifts are checked, corrected, and confirmed in one table. */
import { v7 as uuidv7 } from "uuid";
import type { SchoolScope } from "../auth/scopes.ts";
import { affected } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { advisoryLock, transaction } from "../database/transaction.ts";
import { giftNumberOf } from "../donations/gift-number.ts";
import { InvalidInput, type Violation } from "../errors.ts";
import { type Cents, sumOfCents } from "../money.ts";
import { decideResolved, type Resolved, resolve } from "./confirm.ts";
import { giftDecision } from "./contract.ts";
import { type Line, readDecisions, TOLD } from "./csv-decisions.ts";
import { MAX_LINES } from "./csv-rows.ts";
import { findUpload } from "./sql.ts";

/** Uploads kept per school; a new one deletes the oldest. */
const MAX_KEPT = 10;

/** How many rows a page shows, and how many problems of lines without a gift are kept. */
export const PER_PAGE = 100;

/**
 * Why a row isn't ready: it needs another number; or the file disagrees with us about the gift, which may be
 * confirmed all the same; or nothing can be decided about it.
 */
type Wrong = { text: string; as: "number" | "doubt" | "final" };

/** A gift that the file names, and what would be decided about it. */
export type UploadRow = {
  line: number;
  gift: string;
  cents: Cents;
  /** The confirmation number that it would get. */
  number: string;
  /** Why it would be declined. */
  reason: string | null;
  /** Whether another row has its number. */
  repeats: boolean;
  wrong: Wrong | null;
};

/** What is wrong with a line that names none of the school's gifts. Null for the file as a whole. */
type Problem = { line: number | null; text: string };

type Sum = { count: number; cents: Cents };

/** Computed once, since a large file takes a moment. */
type Checked = {
  /** All rows: also those that are left for later. */
  count: number;
  ready: Sum;
  declined: Sum;
  wrong: Sum;
  /** How many were decided before, and stay as they are. */
  alreadyDecided: number;
  problemCount: number;
};

export type Upload = Checked & { createdAt: Date; rows: UploadRow[]; problems: Problem[] };

const lineOf = ({ loc }: Violation) => Number(loc[2] ?? 0);

const sentence = ({ msg }: Pick<Violation, "msg">) => `${msg.replaceAll("'", "’")}.`;

/** What the file says of the gift besides, if that is what's wrong. */
const toldIn = ({ loc }: Violation, { told = {} }: Line) => {
  const column = TOLD.find((name) => name === loc[3]);
  return column && `Your file says ${told[column]} for the ${column.replace("_", " ")}. `;
};

function wrongOf(violations: Violation[], row: Resolved): Wrong | null {
  if (violations.length === 0) return null;
  const { known, decision, giftColumn = "gift" } = row;
  const isDoubt = violations.some((one) => toldIn(one, row) || one.loc[3] === giftColumn);
  const isUnclear = decision.refusal_reason && !isDoubt;
  const isFinal = known.decidedAt !== null || known.closedAt === null || isUnclear;
  return {
    text: violations.map((one) => (toldIn(one, row) ?? "") + sentence(one)).join(" "),
    as: isFinal ? "final" : isDoubt ? "doubt" : "number",
  };
}

/** Those that aren't ready come first, then those to decline. */
const rankOf = ({ wrong, reason }: UploadRow) => (wrong ? 0 : reason ? 1 : 2);

const inOrder = (one: UploadRow, other: UploadRow) =>
  rankOf(one) - rankOf(other) || one.line - other.line;

const sumOf = (rows: UploadRow[]): Sum => ({
  count: rows.length,
  cents: sumOfCents(rows.map(({ cents }) => cents)),
});

/** What goes into the columns of an upload. */
function valuesOf(
  rows: UploadRow[],
  problems: Problem[],
  more: Pick<Checked, "alreadyDecided" | "problemCount">,
) {
  const isReady = ({ wrong, number, reason }: UploadRow) => !wrong && !reason && number;
  const checked: Checked = {
    ...more,
    count: rows.length,
    ready: sumOf(rows.filter(isReady)),
    declined: sumOf(rows.filter(({ wrong, reason }) => !wrong && reason)),
    wrong: sumOf(rows.filter(({ wrong }) => wrong)),
  };
  return {
    decisions: JSON.stringify(rows.toSorted(inOrder)),
    problems: JSON.stringify(problems),
    checked: JSON.stringify(checked),
  };
}

/** The rows of a file's gifts that aren't decided yet, and what is wrong with its other lines. */
function tableOf(resolved: Resolved[], violations: Violation[]) {
  const byLine = Map.groupBy(violations, lineOf);
  const rows = resolved.map((one): UploadRow & { isDecided: boolean } => {
    const { at, decision, known, repeats, id } = one;
    const line = Number(at.at(-1));
    const wrong = wrongOf(byLine.get(line) ?? [], one);
    byLine.delete(line);
    return {
      line,
      gift: giftNumberOf(id),
      cents: known.amountCents,
      number: decision.confirmation_number?.trim() ?? "",
      reason: decision.refusal_reason ?? null,
      repeats,
      wrong,
      isDecided: wrong === null && known.decidedAt !== null,
    };
  });
  const problems = [...byLine.values()].flat().sort((a, b) => lineOf(a) - lineOf(b));
  const left = rows.flatMap(({ isDecided, ...row }) => (isDecided ? [] : [row]));
  return valuesOf(
    left,
    problems.slice(0, PER_PAGE).map((one) => ({ line: lineOf(one) || null, text: sentence(one) })),
    { alreadyDecided: rows.length - left.length, problemCount: problems.length },
  );
}

async function checkFile(scope: SchoolScope, csv: string) {
  try {
    const { lines, violations } = await readDecisions(csv);
    const found = await resolve(scope, lines);
    return tableOf(found.resolved, [...violations, ...found.violations]);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return tableOf([], error.violations);
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
 * What is left of an uploaded file, as it was when it was checked; null if it isn't kept any longer.
 * @param page which of its rows are shown, from 1
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

/** What was typed at the rows of a page, by their gifts, and which are confirmed although the file disagrees. */
type Corrections = { numbers: ReadonlyMap<string, string>; accepted: ReadonlySet<string> };

/** What was typed, as far as it can be stored to be shown again. It's as wrong as before. */
const keptText = (typed: string) => typed.replaceAll("\0", "\ufffd").slice(0, 100);

/** A row's decision, or why there is none; null if it's left for later. */
function lineIn(row: UploadRow, { accepted }: Corrections): Line | Wrong | null {
  const { gift, line, number, reason, wrong } = row;
  if (wrong?.as === "final" || (wrong?.as === "doubt" && !accepted.has(gift))) return wrong;
  if (!number && !reason) return null;
  const sent = { gift, ...(reason ? { refusal_reason: reason } : { confirmation_number: number }) };
  const { data: decision, error } = giftDecision.safeParse(sent);
  if (decision) return { at: ["body", "csv", line], decision };
  return { text: `${error.issues[0]?.message}.`, as: "number" };
}

/**
 * Decides the rows of an uploaded file that are ready; the others stay, with what is wrong. After an
 * interruption, another call does the rest.
 * @returns how many gifts it decided and how many rows are left; null if the upload isn't kept any longer
 */
export async function applyUpload(scope: SchoolScope, id: string, corrections: Corrections) {
  const { schoolId } = scope;
  const [upload] = await findUpload({ schoolId, id, first: 0, last: MAX_LINES });
  if (!upload) return null;
  const rows = (upload.rows as UploadRow[]).map((row) => {
    const number = keptText(corrections.numbers.get(row.gift) ?? row.number);
    return { ...row, number, read: lineIn({ ...row, number }, corrections) };
  });
  const lines = rows.flatMap(({ read }) => (read && "decision" in read ? [read] : []));
  const { resolved, violations } = await resolve(scope, lines);
  const byLine = Map.groupBy(violations, lineOf);
  /** Null for those that are ready. */
  const wrongs = new Map(
    resolved.map((one) => [
      one.decision.gift,
      wrongOf(byLine.get(Number(one.at.at(-1))) ?? [], one),
    ]),
  );
  const isReady = (gift: string) => wrongs.get(gift) === null;
  const ready = resolved.filter(({ decision }) => isReady(decision.gift));
  const { confirmed, refused } = await decideResolved(scope, ready, false);
  const left = rows.flatMap(({ read, ...row }) => {
    if (isReady(row.gift)) return [];
    return [{ ...row, wrong: read && "text" in read ? read : (wrongs.get(row.gift) ?? row.wrong) }];
  });
  const values = valuesOf(left, upload.problems as Problem[], upload.checked as Checked);
  const kept = kysely.updateTable("decisionUpload").set(values);
  await affected(kept.where("id", "=", id).where("schoolId", "=", schoolId));
  return { decided: confirmed + refused, left: left.length };
}
