/** Confirms and refuses gifts: those that a request or a file names, or all of a batch. */
import { finished } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { parse } from "csv-parse";
import type { SchoolApiScope } from "../auth/scopes.ts";
import { giftNumberOf, parseGiftNumber } from "../donations/gift-number.ts";
import { InvalidInput, ServiceError, type Violation } from "../errors.ts";
import {
  type ConfirmationRequest,
  type ConfirmationResult,
  type GiftDecision,
  giftDecision,
} from "./contract.ts";
import { decide } from "./mutations.ts";
import { findBatch } from "./queries.ts";
import * as sql from "./sql.ts";

type Outcome = ConfirmationResult["results"][number]["outcome"];

/** A decision, and where the request has it. */
export type Line = { at: (string | number)[]; decision: GiftDecision };

/** A decision about a gift that exists. */
export type Resolved = { donationId: string; decision: GiftDecision; known: sql.KnownGift };

/** Each transaction decides this many gifts, so that none holds its locks for long. */
const CHUNK = 500;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const violation = (loc: Violation["loc"], msg: string): Violation => ({
  loc,
  msg,
  type: "value_error",
});

/** How many wrong lines a response lists. */
const MAX_NAMED = 100;

function requireNone(violations: Violation[]): void {
  if (violations.length > 0) throw new InvalidInput(violations.slice(0, MAX_NAMED));
}

/** The columns that count. Others may hold anything. */
const COLUMNS = ["gift_number", "donation_id", "confirmation_number", "refusal_reason"] as const;
type CsvRow = { [Name in (typeof COLUMNS)[number]]?: string };

/** More than a file of 1 MiB needs, and few enough that checking them takes a moment. */
const MAX_LINES = 25_000;
const MAX_COLUMNS = 200;
/** How much of a file is read, and how many lines are checked, before other requests have their turn. */
const BYTES_AT_ONCE = 32 * 1024;
const LINES_AT_ONCE = 500;

/** Whether a text has more lines than a number. */
function hasMoreLines(text: string, than: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(/\r\n?|\n/g)) {
    count += 1;
    if (count > than) return true;
  }
  return false;
}

type FileLine = { record: CsvRow; line: number };

/** The lines of a file. Its line numbers count the header, as a spreadsheet does. */
async function parseRows(text: string): Promise<FileLine[]> {
  const refuse = (line: number, problem: string) =>
    new InvalidInput([violation(["body", "csv", line], problem)]);
  if (hasMoreLines(text, MAX_LINES)) throw refuse(1, `Has more than ${MAX_LINES} lines`);
  const rows: FileLine[] = [];
  let columns: (string | false)[] = [];
  const parser = parse({
    bom: true,
    columns: (header: string[]) => {
      if (header.length > MAX_COLUMNS) throw new Error(`Has more than ${MAX_COLUMNS} columns`);
      const names = header.map((name) => name.trim().toLowerCase());
      columns = names.map((name) => (COLUMNS as readonly string[]).includes(name) && name);
      return columns;
    },
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    on_record: (record: CsvRow, { lines: line }: { lines: number }) => {
      rows.push({ record, line });
      return null;
    },
  });
  const isParsed = finished(parser.resume()).catch((error: Error & { lines?: number }) => {
    // It may quote the file.
    throw refuse(error.lines ?? 1, error.message.slice(0, 200));
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length && !parser.destroyed; at += BYTES_AT_ONCE) {
    parser.write(bytes.subarray(at, at + BYTES_AT_ONCE));
    // Also lets an error destroy the parser, which ends the loop.
    await Promise.race([setImmediate(), isParsed]);
  }
  parser.end();
  await isParsed;
  const hasGift = columns.includes("gift_number") || columns.includes("donation_id");
  if (rows.length > 0 && !hasGift) throw refuse(1, "Needs a column gift_number or donation_id");
  return rows;
}

const filled = (value: string | undefined) => (value ? value : undefined);

const LIMITS: Record<string, string> = {
  gift: "Names no gift",
  confirmation_number: "Its confirmation_number isn't text of up to 100 characters",
  refusal_reason: "Its refusal_reason isn't text of up to 500 characters",
};

/**
 * The decisions in a file, and what is wrong with its lines. Lines without a decision are ignored: a file can be
 * confirmed bit by bit.
 */
export async function readDecisions(
  text: string,
): Promise<{ lines: Line[]; violations: Violation[] }> {
  const lines: Line[] = [];
  const violations: Violation[] = [];
  for (const [n, { record, line }] of (await parseRows(text)).entries()) {
    if (n % LINES_AT_ONCE === LINES_AT_ONCE - 1) await setImmediate();
    const confirmation_number = filled(record.confirmation_number);
    const refusal_reason = filled(record.refusal_reason);
    if (!confirmation_number && !refusal_reason) continue;
    const at = ["body", "csv", line];
    const gift = filled(record.donation_id) ?? filled(record.gift_number) ?? "";
    const parsed = giftDecision.safeParse({ gift, confirmation_number, refusal_reason });
    if (parsed.success) lines.push({ at, decision: parsed.data });
    for (const { path, message } of parsed.error?.issues ?? []) {
      const problem = LIMITS[String(path[0])] ?? message;
      violations.push(violation([...at, ...(path as string[])], problem));
    }
  }
  if (lines.length === 0 && violations.length === 0) {
    violations.push(
      violation(["body", "csv"], "No line has a confirmation_number or a refusal_reason"),
    );
  }
  return { lines, violations };
}

async function linesOfCsv(text: string): Promise<Line[]> {
  const { lines, violations } = await readDecisions(text);
  requireNone(violations);
  return lines;
}

/** Why a gift can't be decided this way; undefined if it can, or already was. */
function problemWith({ decision, known }: Resolved): string | undefined {
  const { confirmation_number: number, refusal_reason: reason } = decision;
  if (known.closedAt === null) return "This gift isn't in a closed batch";
  if (known.decidedAt === null) return undefined;
  if (known.confirmationNumber !== null) {
    if (known.confirmationNumber === number) return undefined;
    return reason
      ? "This gift was already confirmed"
      : "This gift was already confirmed with another number";
  }
  return reason ? undefined : "This gift was already refused";
}

/** Finds the gifts that lines name, and what is wrong with lines. */
export async function resolve(
  { schoolId }: SchoolApiScope,
  lines: Line[],
): Promise<{ resolved: Resolved[]; violations: Violation[] }> {
  const keyOf = (gift: string) =>
    UUID.test(gift) ? gift.toLowerCase() : parseGiftNumber(gift)?.toString();
  const keys = lines.flatMap(({ decision }) => keyOf(decision.gift) ?? []);
  const ids = keys.filter((key) => UUID.test(key));
  const numbers = keys.filter((key) => !UUID.test(key));
  const found = new Map<string, sql.KnownGift>();
  for (const known of await sql.findNamed({ schoolId, ids, numbers })) {
    found.set(known.donationId, known);
    found.set(known.giftNumber, known);
  }
  const violations: Violation[] = [];
  const seen = new Set<string>();
  const resolved = lines.flatMap(({ at, decision }): Resolved[] => {
    const known = found.get(keyOf(decision.gift) ?? "");
    const one = known && { donationId: known.donationId, decision, known };
    const problem = !one
      ? "Your school has no such gift"
      : seen.has(one.donationId)
        ? "This gift is named twice"
        : problemWith(one);
    if (problem) violations.push(violation([...at, "gift"], problem));
    if (!one) return [];
    seen.add(one.donationId);
    return [one];
  });
  return { resolved, violations };
}

const newDecision = (
  donationId: string,
  decision: Omit<GiftDecision, "gift">,
): sql.NewDecision => ({
  donationId,
  confirmationNumber: decision.confirmation_number ?? null,
  refusalReason: decision.refusal_reason ?? null,
});

/** @param isNew whether this request decides it */
function outcomeOf({ decision }: Resolved, isNew: boolean): Outcome {
  if (decision.refusal_reason) return isNew ? "refused" : "already_refused";
  return isNew ? "confirmed" : "already_confirmed";
}

/** Decides the gifts that a request names, in chunks: after an interruption, the same request does the rest. */
export async function decideNamed(
  scope: SchoolApiScope,
  lines: Line[],
  isDryRun: boolean,
): Promise<ConfirmationResult> {
  const { resolved, violations } = await resolve(scope, lines);
  requireNone(violations);
  const open = resolved.filter(({ known }) => known.decidedAt === null);
  const decided = new Set(isDryRun ? open.map(({ donationId }) => donationId) : []);
  for (let start = 0; start < open.length && !isDryRun; start += CHUNK) {
    const chunk = open.slice(start, start + CHUNK);
    const decisions = chunk.map((one) => newDecision(one.donationId, one.decision));
    for (const id of await decide(scope, decisions)) decided.add(id);
  }
  // Someone else's decision may have come first. What it was is only known now.
  const overtaken = open.filter(({ donationId }) => !decided.has(donationId));
  const ids = new Set(overtaken.map(({ donationId }) => donationId));
  const named = { schoolId: scope.schoolId, ids: [...ids], numbers: [] };
  const latest = ids.size > 0 ? await sql.findNamed(named) : [];
  const refusedSince = new Set(
    latest.filter(({ refusalReason }) => refusalReason !== null).map((one) => one.donationId),
  );
  const results = resolved.map((one) => {
    const { donationId } = one;
    const isNew = decided.has(donationId);
    const known = outcomeOf(one, isNew);
    const outcome =
      isNew || !ids.has(donationId)
        ? known
        : refusedSince.has(donationId)
          ? "already_refused"
          : "already_confirmed";
    return { gift_number: giftNumberOf(donationId), donation_id: donationId, outcome } as const;
  });
  const count = (outcome: Outcome) => results.filter((one) => one.outcome === outcome).length;
  const [confirmed, refused] = [count("confirmed"), count("refused")];
  const already_decided = results.length - confirmed - refused;
  return { dry_run: isDryRun, confirmed, refused, already_decided, results };
}

/** Confirms a batch's undecided gifts, each with the number and its line. */
async function decideBatch(
  scope: SchoolApiScope,
  batchId: string,
  number: string,
  isDryRun: boolean,
): Promise<ConfirmationResult> {
  const batch = await findBatch(scope, batchId);
  if (batch.closedAt === null) throw new ServiceError("BATCH_OPEN");
  let [position, confirmed, after] = [0, 0, sql.FIRST];
  for (;;) {
    const lines = await sql.findLines({ batchId, after, limit: CHUNK });
    const open = lines.flatMap(({ donationId, decidedAt }, n) => {
      const confirmation_number = `${number}-${position + n + 1}`;
      return decidedAt === null ? newDecision(donationId, { confirmation_number }) : [];
    });
    if (isDryRun) confirmed += open.length;
    else if (open.length > 0) confirmed += (await decide(scope, open)).size;
    position += lines.length;
    const last = lines.at(-1);
    if (!last || lines.length < CHUNK) break;
    after = last.donationId;
  }
  const already_decided = position - confirmed;
  return { dry_run: isDryRun, confirmed, refused: 0, already_decided, results: [] };
}

/**
 * Confirms or refuses gifts of closed batches, each once.
 * @throws InvalidInput that names the wrong lines, if there are any: nothing is changed
 * @throws ServiceError BATCH_NOT_FOUND, BATCH_OPEN
 */
export async function confirmGifts(
  scope: SchoolApiScope,
  { gifts, csv, batch_id: batchId, confirmation_number: number }: ConfirmationRequest,
  isDryRun: boolean,
): Promise<ConfirmationResult> {
  if (batchId && number) return decideBatch(scope, batchId, number, isDryRun);
  const lines = csv
    ? await linesOfCsv(csv)
    : (gifts ?? []).map((decision, n): Line => ({ at: ["body", "gifts", n], decision }));
  return decideNamed(scope, lines, isDryRun);
}
