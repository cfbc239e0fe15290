/** Confirms and refuses gifts: those that a request or a file names, or all of a batch. */
import { validate as isUuid } from "uuid";
import type { SchoolApiScope } from "../auth/scopes.ts";
import { everyBatch, FIRST_ID } from "../csv.ts";
import { isConfirmationNumber } from "../donations/confirmation-number.ts";
import { giftNumberOf, parseGiftNumber } from "../donations/gift-number.ts";
import { InvalidInput, invalid, ServiceError, type Violation, violation } from "../errors.ts";
import { toDecimalString } from "../money.ts";
import type { ConfirmationRequest, ConfirmationResult, GiftDecision } from "./contract.ts";
import { type Line, readDecisions, TOLD } from "./csv-decisions.ts";
import { recordDecisions } from "./mutations.ts";
import { findBatch } from "./queries.ts";
import * as sql from "./sql.ts";

type Outcome = ConfirmationResult["results"][number]["outcome"];

/** A decision about a gift that exists, and whether another of the request has its confirmation number. */
export type Resolved = Line & { id: string; known: sql.KnownGift; repeats: boolean };

/** How many gifts are looked up or decided at once: few enough that no statement takes or locks for long. */
const CHUNK = 500;

/** How many wrong lines a response lists. */
const MAX_NAMED = 100;

function requireNone(violations: Violation[]): void {
  if (violations.length > 0) throw new InvalidInput(violations.slice(0, MAX_NAMED));
}

/** Why a gift can't be decided this way; undefined if it can, or already was. */
function problemWith(
  { confirmation_number: number, refusal_reason: reason }: GiftDecision,
  known: sql.KnownGift,
): string | undefined {
  if (known.closedAt === null) return "This gift isn't in a closed batch";
  if (known.decidedAt === null) return undefined;
  // Agreed to elsewhere, or before.
  if (known.isReversal && known.confirmationNumber !== null && !reason) return undefined;
  if (known.confirmationNumber !== null) {
    if (known.confirmationNumber.trim() === number?.trim()) return undefined;
    return reason
      ? "This gift was already confirmed"
      : "This gift was already confirmed with another number";
  }
  return reason ? undefined : "This gift was already declined";
}

/** An amount as a spreadsheet may have written it, as `1234.50`. */
function plainAmount(cell: string): string {
  const digits = cell.replace(/[$\s]|usd/gi, "").replace(/[.,](?=\d{3}(\D|$))/g, "");
  return Number(digits.replace(",", ".")).toFixed(2);
}

/** Where the columns of our own file disagree with it, which shows that the line's cells were moved. */
function disagreements({ at, told = {} }: Line, known: sql.KnownGift): Violation[] {
  const ours = {
    amount: toDecimalString(known.amountCents),
    batch: String(known.batchNumber),
    line: String(known.position),
    donor_number: known.donorNumber ?? "empty",
  };
  return TOLD.flatMap((column) => {
    const cell = told[column];
    const theirs = cell && column === "amount" ? plainAmount(cell) : cell?.toUpperCase();
    if (!theirs || theirs === ours[column]) return [];
    return violation([...at, column], `In our file, it's ${ours[column]}`);
  });
}

const keyOf = (gift: string) =>
  isUuid(gift) ? gift.toLowerCase() : parseGiftNumber(gift)?.toString();

/** Finds the gifts that lines name, and what is wrong with lines. */
export async function resolve({ schoolId }: SchoolApiScope, lines: Line[]) {
  const violations: Violation[] = [];
  const resolved = new Map<string, Resolved>();
  /** By the confirmation number. */
  const uses = new Map<string, Resolved>();
  const withPositions = lines.some(({ told }) => told?.line);
  for (let start = 0; start < lines.length; start += CHUNK) {
    const chunk = lines.slice(start, start + CHUNK);
    const keys = chunk.flatMap(({ decision }) => keyOf(decision.gift) ?? []);
    const ids = keys.filter((key) => isUuid(key));
    const numbers = keys.filter((key) => !isUuid(key));
    const found = new Map<string | undefined, sql.KnownGift>();
    for (const known of await sql.findNamed({ schoolId, ids, numbers, withPositions })) {
      found.set(known.id, known);
      found.set(known.giftNumber, known);
    }
    for (const line of chunk) {
      const { at, decision, giftColumn = "gift" } = line;
      const known = found.get(keyOf(decision.gift));
      const problem = !known
        ? "Your school has no such gift"
        : resolved.has(known.id)
          ? "This gift is named twice"
          : problemWith(decision, known);
      if (problem) violations.push(violation([...at, giftColumn], problem));
      if (!known) continue;
      violations.push(...disagreements(line, known));
      const number = decision.confirmation_number?.trim() ?? "";
      const { id } = known;
      const same = uses.get(number);
      const one = { ...line, id, known, repeats: same !== undefined };
      if (same) same.repeats = true;
      if (number) uses.set(number, one);
      resolved.set(id, one);
    }
  }
  return { resolved: [...resolved.values()], violations };
}

const newDecision = (id: string, decision: Omit<GiftDecision, "gift">): sql.Decision => ({
  id,
  confirmationNumber: decision.confirmation_number ?? null,
  refusalReason: decision.refusal_reason ?? null,
});

/** Decides gifts, in chunks: after an interruption, the same request does the rest. @returns those that it decides */
async function decideAll(
  scope: SchoolApiScope,
  decisions: sql.Decision[],
  isDryRun: boolean,
): Promise<ReadonlySet<string>> {
  if (isDryRun) return new Set(decisions.map(({ id }) => id));
  const decided = new Set<string>();
  for (let start = 0; start < decisions.length; start += CHUNK) {
    const chunk = decisions.slice(start, start + CHUNK);
    for (const id of await recordDecisions(scope, chunk)) decided.add(id);
  }
  return decided;
}

/** Decides the gifts that aren't decided yet. */
export async function decideResolved(
  scope: SchoolApiScope,
  resolved: Resolved[],
  isDryRun: boolean,
): Promise<ConfirmationResult> {
  const open = resolved.filter(({ known }) => known.decidedAt === null);
  const decisions = open.map((one) => newDecision(one.id, one.decision));
  const decided = await decideAll(scope, decisions, isDryRun);
  // Someone else's decision may have come first. What it was is only known now.
  const ids = open.flatMap(({ id }) => (decided.has(id) ? [] : id));
  const named = { schoolId: scope.schoolId, ids, numbers: [], withPositions: false };
  const latest = ids.length > 0 ? await sql.findNamed(named) : [];
  const overtaken = new Map(latest.map((known) => [known.id, known]));
  const outcomeOf = ({ id, decision, known }: Resolved): Outcome => {
    if (decided.has(id)) return decision.refusal_reason ? "refused" : "confirmed";
    const { refusalReason } = overtaken.get(id) ?? known;
    return refusalReason === null ? "already_confirmed" : "already_refused";
  };
  const results = resolved.map((one) => ({
    gift_number: giftNumberOf(one.id),
    donation_id: one.id,
    outcome: outcomeOf(one),
    confirmation_number: one.decision.confirmation_number ?? null,
    repeats_number: one.repeats,
  }));
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
  const first = `${number.trim()}-`;
  if (!isConfirmationNumber(first + (batch.giftCount + batch.reversalCount))) {
    const problem = "With a hyphen and the line, it isn't a number of up to 40 characters";
    throw invalid("confirmation_number", problem);
  }
  const decisions: sql.Decision[] = [];
  let [position, reversals] = [0, 0];
  const batches = everyBatch(
    (after) => sql.findLines({ batchId, after, limit: CHUNK }),
    FIRST_ID,
    (last) => last.id,
  );
  for await (const lines of batches) {
    for (const { id, isReversal, decidedAt } of lines) {
      const confirmation_number = first + ++position;
      // Taking back an earlier gift is a decision of its own.
      if (isReversal) reversals++;
      else if (decidedAt === null) decisions.push(newDecision(id, { confirmation_number }));
    }
  }
  const { size: confirmed } = await decideAll(scope, decisions, isDryRun);
  const already_decided = position - reversals - confirmed;
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
  const sent = (gifts ?? []).map((decision, n): Line => ({ at: ["body", "gifts", n], decision }));
  const read = csv ? await readDecisions(csv) : { lines: sent, violations: [] };
  requireNone(read.violations);
  const { resolved, violations } = await resolve(scope, read.lines);
  requireNone(violations);
  return decideResolved(scope, resolved, isDryRun);
}
