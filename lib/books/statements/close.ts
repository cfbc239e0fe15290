/**
 * Closes statements, in three steps. The cut is fixed first, while nobody posts, in a transaction of its own that takes no
 * time; what is behind it never changes. Then a transaction writes the statement's rows and its event, and at last what is
 * due is covered, and the documents are written. A close that was interrupted in between is finished by the next one.
 */
import { v7 as uuidv7 } from "uuid";
import { type Actor, audit } from "../../auth/audit.ts";
import { startOfDay } from "../../calendar.ts";
import { affected, onlyRow } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { advisoryLock, type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, violation } from "../../errors.ts";
import { lockPairs } from "../../ledger/sql.ts";
import { log } from "../../log.ts";
import { asCents, type Cents } from "../../money.ts";
import { recordEvent } from "../../webhooks/events/record.ts";
import { announcePaid, coverPairs } from "../payments/coverage.ts";
import { dueOn, periodEnd } from "../periods.ts";
import { addUp, type Interval } from "./add-up.ts";
import { statementDigest } from "./digest.ts";
import { announceStatement } from "./emails.ts";
import { Groups } from "./groups.ts";
import { closedEvent, issuedOf, linesOf, readClosed } from "./issue.ts";
import { writeDocuments } from "./render.ts";
import * as sql from "./sql.ts";
import { addSums } from "./sums.ts";

const bankSeries = (bankId: string) => `bank:${bankId}`;
const schoolSeries = (schoolId: string) => `school:${schoolId}`;

type AddedUp = Pick<Awaited<ReturnType<typeof addUp>>, "parts" | "pieces">;

/** The next number in each series. Comes last: others' statements wait for a foundation's numbers. */
async function nextNumbers(tx: Transaction, series: string[]): Promise<Map<string, number>> {
  const rows = await sql.nextNumbers({ series }, tx);
  return new Map(rows.map((one) => [one.series, one.number]));
}

/** Makes the lines that payments cover, in pieces. @returns what they come to, per foundation */
async function insertDueLines(tx: Transaction, statementId: string, pieces: Interval[]) {
  const net = new Map<string, Cents>();
  for (const piece of pieces) {
    for (const { schoolId, cents } of await sql.insertDueLines({ ...piece, statementId }, tx))
      net.set(schoolId, asCents((net.get(schoolId) ?? 0) + cents));
  }
  return net;
}

async function insertSections(
  tx: Transaction,
  statementId: string,
  bankId: string,
  { parts, pieces }: AddedUp,
): Promise<void> {
  const net = await insertDueLines(tx, statementId, pieces);
  const numbers = await nextNumbers(
    tx,
    parts.map(({ schoolId }) => schoolSeries(schoolId)),
  );
  const sections = parts.map((part) => ({
    statementId,
    bankId,
    number: numbers.get(schoolSeries(part.schoolId)) as number,
    ...part,
    netCents: net.get(part.schoolId) ?? asCents(0),
    coveredCents: asCents(0),
  }));
  if (sections.length > 0)
    await affected(kysely.insertInto("statementSection").values(sections), tx);
}

/** Inserts the rows of a statement. @returns its ID */
async function insertStatement(
  tx: Transaction,
  { bankId, timeZone, termsDays, digest: previousDigest, now: closedAt }: sql.Book,
  interval: Interval,
  added: AddedUp,
): Promise<string> {
  const id = uuidv7();
  const series = bankSeries(bankId);
  const number = (await nextNumbers(tx, [series])).get(series) as number;
  const sums = addSums(added.parts);
  const { openingCents, closingCents } = sums;
  const [from, to] = [interval.from.toISOString(), interval.to.toISOString()];
  const sections = added.parts;
  const root = { number, from, to, previousDigest, openingCents, closingCents, sections };
  const row = {
    ...{ id, bankId, number, timeZone, closedAt, previousDigest, ...sums },
    fromAt: interval.from,
    toAt: interval.to,
    dueOn: dueOn(interval.to, termsDays, timeZone) as never,
    digest: statementDigest(root),
  };
  await affected(kysely.insertInto("statement").values(row), tx);
  await insertSections(tx, id, bankId, added);
  return id;
}

/** Writes the statement of an interval that nothing posts to anymore. Its documents follow: nothing waits for those. */
async function writeStatement(tx: Transaction, by: Actor, book: sql.Book, interval: Interval) {
  const { bankId } = book;
  const groups = new Groups();
  const openings = await sql.readOpenings({ bankId }, tx);
  const { parts: all, pieces } = await addUp(tx, interval, openings, (rows) => groups.add(rows));
  const parts = all.filter((part) => part.lineCount > 0 || part.openingCents !== 0);
  const schoolIds = parts.map(({ schoolId }) => schoolId);
  // Payments and reversals of these pairs wait, so that each finds the lines or is found by them.
  await lockPairs({ bookId: bankId, parties: schoolIds }, tx);
  const statementId = await insertStatement(tx, book, interval, { parts, pieces });
  const closed = await readClosed(tx, statementId);
  const data = closedEvent(closed, groups.finish());
  const event = { bankId, donationId: null, type: "statement.closed", sequence: 0 } as const;
  await recordEvent(tx, { ...event, at: book.now, data });
  await announceStatement(tx, statementId);
  const { number, closing_usd: closingUsd } = data;
  await audit(tx, { ...by, bankId, schoolIds }, "statement.close", statementId, {
    number,
    closing_usd: closingUsd,
  });
  return { statementId, bankId, number, from: interval.from, to: interval.to, closingUsd };
}

export type Closed = Awaited<ReturnType<typeof writeStatement>>;

/** Covers what is due on a statement with what payments have left, and writes its documents, once. */
async function issue(bankId: string, statementId: string): Promise<void> {
  const sections = await sql.readSections({ statementId });
  for (const { schoolId } of sections) {
    await transaction(async (tx) => {
      await lockPairs({ bookId: bankId, parties: [schoolId] }, tx);
      await announcePaid(tx, await coverPairs(tx, bankId, [schoolId]));
    });
  }
  await transaction(async (tx) => {
    await advisoryLock(tx, `close:${bankId}`);
    const [unissued] = await sql.findUnissued({ bankId }, tx);
    if (unissued?.id !== statementId) return;
    const closed = await readClosed(tx, statementId);
    await writeDocuments(tx, statementId, issuedOf(closed), linesOf(tx, closed.statement));
    await sql.markIssued({ statementId }, tx);
  });
}

/** Issues a bank's statements that were closed. What was interrupted is done by the next close. */
async function issueClosed(bankId: string): Promise<void> {
  for (;;) {
    const [unissued] = await sql.findUnissued({ bankId });
    if (!unissued) return;
    await issue(bankId, unissued.id);
  }
}

/**
 * Where to cut next: at the end of the period, if that is past, or else where it's wanted, if anything was posted before.
 * Null for nowhere.
 */
async function nextCut(tx: Transaction, book: sql.Book, periodEndsAt: Date, wanted: Date | null) {
  const { bankId, cutAt: from, now } = book;
  if (periodEndsAt <= (wanted ?? now)) return periodEndsAt;
  if (wanted === null || wanted <= from) return null;
  const [posted] = await sql.findPosted({ bankId, from, to: wanted }, tx);
  return posted ? wanted : null;
}

/** The end of the period that is running at an instant. Computed once, when it begins. */
async function ensurePeriod(book: sql.Book, from: Date): Promise<Date> {
  const { bankId, schedule, timeZone, periodEndsAt } = book;
  if (periodEndsAt && periodEndsAt > from) return periodEndsAt;
  const at = periodEnd(from, schedule, timeZone);
  // Not in the transaction, whose lock of the book would block the cut.
  await sql.setPeriodEnd({ bankId, at });
  return at;
}

/** The interval to write: one that was cut before, or the next one. Null if nothing is to be closed. */
async function cutInterval(tx: Transaction, book: sql.Book, wanted: Date | null) {
  const { bankId, previousCutAt, cutAt, toAt } = book;
  const isPending = previousCutAt < cutAt && (toAt === null || toAt < cutAt);
  if (isPending) return { bankId, from: previousCutAt, to: cutAt };
  const at = await nextCut(tx, book, await ensurePeriod(book, cutAt), wanted);
  if (at === null) return null;
  // On a connection of its own, since it must be over at once.
  const cut = onlyRow(await sql.cutBook({ bankId, at }));
  return cut.at && { bankId, from: cutAt, to: cut.at };
}

function closeNext(by: Actor, bankId: string, wanted: Date | null): Promise<Closed | null> {
  return transaction(async (tx) => {
    // Whoever closes the same bank waits, and then finds what was closed.
    await advisoryLock(tx, `close:${bankId}`);
    const [book] = await sql.readBook({ bankId }, tx);
    const interval = book ? await cutInterval(tx, book, wanted) : null;
    if (!book || !interval) return null;
    const closed = await writeStatement(tx, by, book, interval);
    await ensurePeriod(book, interval.to);
    return closed;
  });
}

/** Until when to close. @throws InvalidInput if that isn't past */
async function endOf(bankId: string, through: string | "now" | null): Promise<Date | null> {
  const [book] = await sql.readBook({ bankId });
  if (through === null || !book) return null;
  if (through === "now") return book.now;
  const end = startOfDay(through, book.timeZone, 1);
  if (end <= book.now) return end;
  throw new InvalidInput([violation(["through"], `This day isn't over yet in ${book.timeZone}`)]);
}

/**
 * Closes a bank's statements: of each period that has ended and, beyond that, of what was posted since.
 * @param through the last day to close, in the bank's time zone; null for whole periods only
 * @throws InvalidInput if that day isn't over
 */
export async function closeStatements(
  by: Actor,
  bankId: string,
  through: string | "now" | null,
): Promise<Closed[]> {
  const wanted = await endOf(bankId, through);
  const all: Closed[] = [];
  for (;;) {
    const closed = await closeNext(by, bankId, wanted);
    if (!closed) break;
    all.push(closed);
  }
  await issueClosed(bankId);
  return all;
}

/**
 * Closes statements of every bank. Another bank's doesn't wait for one that can't be closed.
 * @returns those that were closed
 */
export async function closeAllStatements(
  by: Actor,
  through: string | "now" | null,
): Promise<Closed[]> {
  const all: Closed[] = [];
  for (const { bankId } of await sql.findBanks({ isDue: through === null })) {
    try {
      all.push(...(await closeStatements(by, bankId, through)));
    } catch (error) {
      log().error({ err: error, bank_id: bankId }, "couldn't close a statement");
    }
  }
  return all;
}
