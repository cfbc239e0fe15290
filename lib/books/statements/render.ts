/** The documents of a statement and of its sections, as they are issued: JSON, CSV, and PDF. */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { dayAt } from "../../calendar.ts";
import { toCsv } from "../../csv.ts";
import type { Transaction } from "../../database/transaction.ts";
import { formatDay, formatMoment } from "../../dates.ts";
import { giftNumberOf } from "../../donations/gift-number.ts";
import { env } from "../../env.ts";
import type { TransferKind } from "../../ledger/contract.ts";
import { formatDollarsAndCents, sumOfCents, toCents } from "../../money.ts";
import type { AccountStatement } from "../../receipts/drawing/account-pdf.ts";
import { drawingQueue, drawingTurn } from "../../receipts/drawing/queue.ts";
import { draw } from "../../receipts/drawing/threads.ts";
import { formatCount } from "../../text.ts";
import { type Section, type StatementLine, statementLine } from "./contract.ts";
import * as sql from "./sql.ts";
import { sumLines } from "./sums.ts";

/** The most lines of a PDF. */
const PDF_LINES = 1_000;

const COLUMNS = Object.keys(statementLine.shape) as (keyof StatementLine)[];

/** What a document says, other than its lines. */
export type Issued = {
  schoolId: string;
  title: string;
  from: string;
  to: string | null;
  /** As JSON. */
  head: Record<string, unknown> & { digest: string; closed_at: string; due_on: string };
  sums: Pick<Section, `${string}_usd` & keyof Section>;
  sections: Section[];
  lineCount: number;
  timeZone: string;
  period: { from: Date; to: Date };
};

const KINDS: Record<TransferKind, string> = {
  gift: "Gift",
  reversal: "Gift reversed",
  payment: "Payment received",
  payment_return: "Payment returned",
  refund: "Credit paid back",
  write_off: "Written off",
};

const usd = (dollars: number) => formatDollarsAndCents(toCents(dollars));

/** What was paid, returned, paid back, and written off. */
const settledOf = ({ payments_usd, returns_usd, refunds_usd, write_offs_usd }: Section) =>
  sumOfCents([payments_usd, returns_usd, refunds_usd, write_offs_usd].map(toCents));

function payeeOf({ payee }: Section): string {
  if (!payee) return "No payee details on record";
  const approved = payee.approved_at
    ? `, approved ${formatDay(payee.approved_at.slice(0, 10))}`
    : "";
  const warning = payee.in_effect
    ? ""
    : ". Changed within 72 hours: call the foundation before you pay";
  return `Payee details ${payee.fingerprint}${approved}${warning}`;
}

/** @param first its first lines */
function contentOf(issued: Issued, first: StatementLine[]): AccountStatement {
  const { title, from, to, head, sections, lineCount, timeZone, period } = issued;
  const lastDay = dayAt(new Date(period.to.getTime() - 1), timeZone);
  return {
    title,
    from,
    to,
    facts: [
      `${formatDay(dayAt(period.from, timeZone))} to ${formatDay(lastDay)}, closed ${formatMoment(new Date(head.closed_at), timeZone)}`,
      `Due ${formatDay(head.due_on)}`,
    ],
    sums: sumLines(issued.sums),
    sections: sections.map((section) => ({
      name: section.foundation_name,
      payee: payeeOf(section),
      amounts: [
        usd(section.opening_usd),
        usd(section.total_usd),
        formatDollarsAndCents(settledOf(section)),
        usd(section.closing_usd),
      ],
    })),
    lines: first.map((line) => ({
      day: formatDay(dayAt(new Date(line.posted_at), timeZone)),
      what: KINDS[line.kind],
      reference: [line.donation_id && giftNumberOf(line.donation_id), line.bank_transaction_ref]
        .filter(Boolean)
        .join(" · "),
      amount: usd(line.amount_usd),
    })),
    omitted:
      lineCount > first.length
        ? `The CSV file has ${formatCount(lineCount - first.length, "more line")}.`
        : null,
    digest: head.digest,
    issued_at: head.closed_at,
    specimen: env().environment === "sandbox",
  };
}

/** Level 1: statements are large, and mostly IDs. */
const compress = (text: string | Uint8Array) => promisify(gzip)(text, { level: 1 });
const unpack = promisify(gunzip);

/** The documents of a statement or a section. Their lines are written in parts. */
class Documents {
  /** How many lines wait to be written. */
  waiting = 0;
  private part = 0;
  private readonly json: string[] = [];
  private readonly csv: string[] = [];
  private readonly tx: Transaction;
  private readonly statementId: string;
  private readonly issued: Issued;

  constructor(tx: Transaction, statementId: string, issued: Issued) {
    this.tx = tx;
    this.statementId = statementId;
    this.issued = issued;
    const { head, sums, sections } = issued;
    const rest = { ...head, ...sums, ...(sections.length > 0 && { sections }) };
    this.json.push(`${JSON.stringify(rest).slice(0, -1)},"lines":[`);
    this.csv.push(toCsv([COLUMNS], { bom: true }));
  }

  add(lines: StatementLine[]): void {
    const isFirst = this.waiting === 0 && this.part <= 1;
    this.json.push(isFirst ? "" : ",", lines.map((line) => JSON.stringify(line)).join(","));
    this.csv.push(toCsv(lines.map((line) => COLUMNS.map((name) => String(line[name] ?? "")))));
    this.waiting += lines.length;
  }

  private async insert(format: string, part: number, body: string | Uint8Array): Promise<void> {
    const { schoolId } = this.issued;
    const row = { statementId: this.statementId, schoolId, format, part };
    await sql.insertPart({ ...row, body: await compress(body) }, this.tx);
  }

  /** Writes what waits: first the heads, then lines. */
  async flush(): Promise<void> {
    await this.insert("json", this.part, this.json.splice(0).join(""));
    await this.insert("csv", this.part, this.csv.splice(0).join(""));
    this.part += 1;
    this.waiting = 0;
  }

  /** The first lines, as they were written. */
  private async first(): Promise<StatementLine[]> {
    const of = { statementId: this.statementId, schoolId: this.issued.schoolId, format: "json" };
    const first: StatementLine[] = [];
    for (let part = 1; part < this.part && first.length < PDF_LINES; part++) {
      const text = (await readPart({ ...of, part }, this.tx))?.toString() ?? "";
      first.push(...JSON.parse(`[${text.replace(/^,/, "")}]`));
    }
    return first.slice(0, PDF_LINES);
  }

  async finish(): Promise<void> {
    if (this.waiting > 0) await this.flush();
    const content = contentOf(this.issued, await this.first());
    await this.insert("json", this.part, "]}");
    const pdf = await drawingQueue().run(drawingTurn.account, () =>
      draw({ kind: "account", content }),
    );
    await this.insert("pdf", 0, pdf);
  }
}

/** A part of a document, unpacked. Undefined after the last one. */
export async function readPart(
  part: Parameters<typeof sql.findPart>[0],
  on?: Transaction,
): Promise<Buffer | undefined> {
  const [found] = await sql.findPart(part, on);
  return found && unpack(found.body);
}

/** How many lines wait to be written, at most: of all of a statement's documents, and of one. */
const MAX_WAITING = 20_000;
const MAX_PART = 5_000;

/**
 * Writes the documents of a statement and of its sections, in one pass.
 * @param pages its lines, in their order
 */
export async function writeDocuments(
  tx: Transaction,
  statementId: string,
  issued: Issued[],
  pages: AsyncGenerator<StatementLine[]>,
): Promise<void> {
  const documents = new Map(
    issued.map((one) => [one.schoolId, new Documents(tx, statementId, one)]),
  );
  const all = [...documents.values()];
  for (const one of all) await one.flush();
  for await (const lines of pages) {
    documents.get("")?.add(lines);
    for (const [school, own] of Map.groupBy(lines, (line) => line.school_id))
      documents.get(school)?.add(own);
    for (;;) {
      const most = all.reduce((most, one) => (one.waiting > most.waiting ? one : most));
      const total = all.reduce((sum, { waiting }) => sum + waiting, 0);
      if (total <= MAX_WAITING && most.waiting < MAX_PART) break;
      await most.flush();
    }
  }
  for (const one of all) await one.finish();
}
