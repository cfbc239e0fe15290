/**
 * Closes statements. The cut is fixed first, while nobody posts, in a transaction of its own that takes no time; what is
 * behind it never changes, and is written after. A close that was interrupted in between is finished by the next one.
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
import { asCents, toDollars } from "../../money.ts";
import { recordEvent } from "../../webhooks/events/record.ts";
import { announcePaid, coverPairs } from "../payments/coverage.ts";
import { dueOn, periodEnd } from "../periods.ts";
import { addUp, type Interval } from "./add-up.ts";
import { statementDigest } from "./digest.ts";
import { announceStatement } from "./emails.ts";
import {
  bankSeries,
  type Closing,
  closedEvent,
  issuedOf,
  numberOf,
  schoolSeries,
} from "./issue.ts";
import { documentsOf } from "./render.ts";
import * as sql from "./sql.ts";
import { addSums } from "./sums.ts";

async function insertRows(tx: Transaction, closing: Closing): Promise<void> {
  const { book, interval, statementId: id, parts, sums, digest, closedAt } = closing;
  const { bankId, timeZone } = book;
  const row = {
    id,
    bankId,
    number: numberOf(closing, bankSeries(bankId)),
    fromAt: interval.from,
    toAt: interval.to,
    timeZone,
    dueOn: dueOn(interval.to, book.termsDays, timeZone) as never,
    closedAt,
    ...sums,
    previousDigest: book.digest,
    digest,
  };
  await affected(kysely.insertInto("statement").values(row), tx);
  await sql.insertDueLines({ ...interval, statementId: id }, tx);
  const net = new Map(
    (await sql.readNets({ statementId: id }, tx)).map((one) => [one.schoolId, one.cents]),
  );
  const sections = parts.map(({ schoolId, lineCount, sums: own, digest: ownDigest }) => ({
    statementId: id,
    schoolId,
    bankId,
    number: numberOf(closing, schoolSeries(schoolId)),
    lineCount,
    ...own,
    digest: ownDigest,
    netCents: net.get(schoolId) ?? asCents(0),
    coveredCents: asCents(0),
  }));
  if (sections.length > 0)
    await affected(kysely.insertInto("statementSection").values(sections), tx);
}

/** Writes the statement of an interval that nothing posts to anymore. */
async function writeStatement(tx: Transaction, by: Actor, book: sql.Book, interval: Interval) {
  const { bankId } = book;
  const parts = await addUp(tx, interval, await sql.readParties(interval, tx));
  const schoolIds = parts.map(({ schoolId }) => schoolId);
  // Payments and reversals of these pairs wait, so that each finds the lines or is found by them.
  await lockPairs({ bookId: bankId, parties: schoolIds }, tx);
  const series = [bankSeries(bankId), ...schoolIds.map(schoolSeries)];
  const numbers = new Map(
    (await sql.nextNumbers({ series }, tx)).map((one) => [one.series, one.number]),
  );
  const sums = addSums(parts.map((part) => part.sums));
  const number = numbers.get(bankSeries(bankId)) as number;
  const { openingCents, closingCents } = sums;
  const [from, to] = [interval.from.toISOString(), interval.to.toISOString()];
  const root = {
    number,
    from,
    to,
    previousDigest: book.digest,
    openingCents,
    closingCents,
    sections: parts,
  };
  const closing: Closing = {
    ...{ book, interval, parts, sums, numbers },
    statementId: uuidv7(),
    digest: statementDigest(root),
    closedAt: book.now,
  };
  await insertRows(tx, closing);
  const { statementId } = closing;
  for (const issued of issuedOf(closing)) {
    for await (const document of documentsOf(issued))
      await sql.insertDocument({ ...document, statementId }, tx);
  }
  const data = closedEvent(closing, await sql.readGroups(interval, tx));
  const event = {
    bankId,
    donationId: null,
    type: "statement.closed",
    sequence: 0,
    at: closing.closedAt,
  } as const;
  await recordEvent(tx, { ...event, data });
  await announcePaid(tx, await coverPairs(tx, bankId, schoolIds));
  await announceStatement(tx, book, data);
  const amount = toDollars(sums.closingCents);
  await audit(tx, { ...by, bankId, schoolIds }, "statement.close", statementId, {
    number,
    closing_usd: amount,
  });
  return { statementId, bankId, number, from: interval.from, to: interval.to, closingUsd: amount };
}

export type Closed = Awaited<ReturnType<typeof writeStatement>>;

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

/** Closes one statement of a bank, if one is due or wanted. */
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
    if (!closed) return all;
    all.push(closed);
  }
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
