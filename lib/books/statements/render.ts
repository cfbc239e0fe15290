/** The documents of a statement and of its sections, as they are issued: JSON, CSV, and PDF. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { dayAt } from "../../calendar.ts";
import { toCsv } from "../../csv.ts";
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
import type { NewDocument } from "./sql.ts";
import { sumLines } from "./sums.ts";

/** The most lines of a PDF. */
const PDF_LINES = 1_000;

/** The lines of a section, as far as documents need them: all of them written, and the first ones. */
export class SectionLines {
  readonly json: string[] = [];
  readonly csv: string[] = [];
  readonly first: StatementLine[] = [];

  add(lines: StatementLine[]): void {
    for (const line of lines) this.json.push(JSON.stringify(line));
    this.csv.push(toCsv(lines.map((line) => COLUMNS.map((name) => String(line[name] ?? "")))));
    this.first.push(...lines.slice(0, PDF_LINES - this.first.length));
  }
}

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
  lines: SectionLines[];
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

function contentOf(issued: Issued): AccountStatement {
  const { title, from, to, head, sections, lineCount, timeZone, period } = issued;
  const first = issued.lines.flatMap((section) => section.first).slice(0, PDF_LINES);
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

function jsonOf({ head, sums, sections, lines }: Issued): string {
  const rest = { ...head, ...sums, ...(sections.length > 0 && { sections }) };
  const written = lines.flatMap(({ json }) => json).join(",");
  return `${JSON.stringify(rest).slice(0, -1)},"lines":[${written}]}`;
}

const csvOf = ({ lines }: Issued) =>
  toCsv([COLUMNS], { bom: true }) + lines.flatMap(({ csv }) => csv).join("");

/** Writes the documents. One after another: they can be large. */
export async function* documentsOf(issued: Issued): AsyncGenerator<NewDocument> {
  const { schoolId } = issued;
  yield { schoolId, format: "json", body: await compress(jsonOf(issued)) };
  yield { schoolId, format: "csv", body: await compress(csvOf(issued)) };
  const content = contentOf(issued);
  const pdf = await drawingQueue().run(drawingTurn.account, () =>
    draw({ kind: "account", content }),
  );
  yield { schoolId, format: "pdf", body: await compress(pdf) };
}
