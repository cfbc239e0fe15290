/**
 * Checks the books: every invariant, and that the ledger is what events and payments say. Bank by bank, and in pieces:
 * neither a statement of SQL nor a transaction reads the whole ledger.
 */
import { oneSnapshot } from "../../database/expressions.ts";
import { run } from "../../database/run.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { asCents } from "../../money.ts";
import { addUp, type FinishedPart, type Interval } from "../statements/add-up.ts";
import { statementDigest } from "../statements/digest.ts";
import { readOpenings } from "../statements/sql.ts";
import { addSums } from "../statements/sums.ts";
import * as sql from "./sql.ts";

type LedgerFinding = sql.FindingRow & { check: sql.Check };

type Section = Awaited<ReturnType<typeof sql.readSections>>[number];

const SUMMED = [
  ...["lineCount", "openingCents", "totalCents", "paymentsCents", "returnsCents"],
  ...["refundsCents", "writeOffsCents", "closingCents"],
] as (keyof Section & keyof FinishedPart)[];

/** Whether the sections are what the transfers add up to. */
function wrongSections(subject: string, sections: Section[], parts: FinishedPart[]) {
  const stored = new Map(sections.map((section) => [section.schoolId, section]));
  return parts.flatMap((part): LedgerFinding[] => {
    const section = stored.get(part.schoolId);
    if (!section && part.lineCount === 0) return [];
    const wrong = SUMMED.filter((name) => section?.[name] !== part[name]);
    if (wrong.length === 0) return [];
    const differences = wrong.map((name) => `${name} is ${section?.[name]}, not ${part[name]}`);
    const difference = `${part.schoolId}: ${differences.join(", ")}`;
    return [{ check: "lines_add_up", subject, difference }];
  });
}

/** Whether the sections are due and covered as their lines are, and due as their gifts in the ledger. */
async function wrongCoverage(
  tx: Transaction,
  subject: string,
  sections: Section[],
  pieces: Interval[],
): Promise<LedgerFinding[]> {
  const rows: Awaited<ReturnType<typeof sql.readLineSums>> = [];
  for (const piece of pieces) rows.push(...(await sql.readLineSums(piece, tx)));
  return sections.flatMap(({ schoolId, netCents, coveredCents }): LedgerFinding[] => {
    const own = rows.filter((row) => row.schoolId === schoolId);
    const net = own.reduce((sum, row) => sum + row.netCents, 0);
    const covered = own.reduce((sum, row) => sum + row.coveredCents, 0);
    const due = own.reduce((sum, row) => sum + row.dueCents, 0);
    if (net === netCents && covered === coveredCents && due === netCents) return [];
    const lines = `lines say ${covered} of ${net}, the ledger ${due}`;
    const difference = `${schoolId}: ${coveredCents} of ${netCents} covered, ${lines}`;
    return [{ check: "coverage_of_sections", subject, difference }];
  });
}

type Statement = Awaited<ReturnType<typeof sql.nextStatement>>[number];

/** What differs between a statement and the ledger. @param schoolIds all that the bank has gifts with */
async function checkStatement(
  tx: Transaction,
  bankId: string,
  statement: Statement,
  schoolIds: string[],
): Promise<LedgerFinding[]> {
  const { id: subject, previousDigest, digest, number, ...interval } = statement;
  const sections = await sql.readSections({ statementId: subject }, tx);
  const others = schoolIds.filter((id) => !sections.some(({ schoolId }) => schoolId === id));
  const openings = others.map((schoolId) => ({ schoolId, openingCents: asCents(0) }));
  const added = await addUp(tx, { bankId, ...interval }, [...sections, ...openings]);
  const own = added.parts.slice(0, sections.length);
  const [from, to] = [interval.from.toISOString(), interval.to.toISOString()];
  const { openingCents, closingCents } = addSums(own);
  const root = { number, from, to, previousDigest, openingCents, closingCents, sections: own };
  const computed = statementDigest(root);
  const difference = `${digest.toString("hex")} is stored, ${computed.toString("hex")} computed`;
  return [
    ...(computed.equals(digest) ? [] : [{ check: "digest" as const, subject, difference }]),
    ...wrongSections(subject, sections, added.parts),
    ...(await wrongCoverage(tx, subject, sections, added.pieces)),
  ];
}

async function* everyPiece(tx: Transaction, bankId: string): AsyncGenerator<Interval> {
  let from = new Date(0);
  for (;;) {
    const [end] = await sql.findPieceEnd({ bankId, from }, tx);
    const to = end?.to ?? new Date(Date.UTC(9999, 0));
    yield { bankId, from, to };
    if (!end) return;
    from = to;
  }
}

/** All findings about a bank's book; none if it's right. */
async function checkBook(tx: Transaction, bankId: string): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = [];
  const note = (check: sql.Check, rows: sql.FindingRow[]) =>
    findings.push(...rows.map((row) => ({ check, ...row })));
  for await (const piece of everyPiece(tx, bankId)) {
    for (const { check, find } of sql.pieceChecks) note(check, await find(piece, tx));
  }
  for (const { check, find } of sql.bankChecks) note(check, await find({ bankId }, tx));
  const schoolIds = (await readOpenings({ bankId }, tx)).map(({ schoolId }) => schoolId);
  for (let after = 0; ; ) {
    const [statement] = await sql.nextStatement({ bankId, after }, tx);
    if (!statement) return findings;
    findings.push(...(await checkStatement(tx, bankId, statement, schoolIds)));
    after = statement.number;
  }
}

const checkNumbers = async (tx: Transaction): Promise<LedgerFinding[]> =>
  (await run(sql.numbersComplete, tx)).map((row) => ({ check: "numbers_complete", ...row }));

/** All findings in one transaction, whose snapshot every query has to see, since gifts settle meanwhile. */
export async function checkIn(tx: Transaction): Promise<LedgerFinding[]> {
  const findings = await checkNumbers(tx);
  for (const { bankId } of await run(sql.findBooks, tx))
    findings.push(...(await checkBook(tx, bankId)));
  return findings;
}

/** Checks the books, each as it is at one moment, and notes the result for `status` and metrics. */
export async function checkLedger(): Promise<LedgerFinding[]> {
  const inSnapshot = (check: (tx: Transaction) => Promise<LedgerFinding[]>) =>
    transaction(async (tx) => {
      await run(oneSnapshot, tx);
      return check(tx);
    });
  const findings = await inSnapshot(checkNumbers);
  for (const { bankId } of await run(sql.findBooks))
    findings.push(...(await inSnapshot((tx) => checkBook(tx, bankId))));
  const [first] = findings;
  const noted = first ? `${first.check}: ${first.subject}, ${first.difference}` : null;
  await sql.recordCheck({ count: findings.length, first: noted });
  return findings;
}
