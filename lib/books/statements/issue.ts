/** What a closed statement says, in its documents and its event. */
import { createHash } from "node:crypto";
import { onlyRow } from "../../database/run.ts";
import type { Transaction } from "../../database/transaction.ts";
import { asCents, toDollars } from "../../money.ts";
import { PAYEE_WAIT_HOURS, payees } from "../../schools/participation/mutations.ts";
import { wireTransfer } from "../postings.ts";
import { everyPageOf } from "./add-up.ts";
import type { ClosedStatement, Section, StatementLine } from "./contract.ts";
import type { Issued } from "./render.ts";
import * as sql from "./sql.ts";
import { shownSums } from "./sums.ts";

function payeeOf(
  { schoolId, encryptedPayee, payeeApprovedAt: at }: sql.IssuedSection,
  now: Date,
): Section["payee"] {
  if (!encryptedPayee) return null;
  const details = payees.decrypt(schoolId, encryptedPayee);
  return {
    fingerprint: createHash("sha256").update(details).digest("hex").slice(0, 8),
    approved_at: at?.toISOString() ?? null,
    in_effect: at === null || now.getTime() - at.getTime() >= PAYEE_WAIT_HOURS * 3_600_000,
  };
}

/** A statement that was closed, with its sections by school. */
export type Closed = { statement: sql.Issue; sections: sql.IssuedSection[] };

export const readClosed = async (tx: Transaction, statementId: string): Promise<Closed> => ({
  statement: onlyRow(await sql.readIssue({ statementId }, tx)),
  sections: await sql.readSections({ statementId }, tx),
});

const hex = (digest: Buffer | null) => digest?.toString("hex") ?? null;

const shownHead = ({ id, fromAt, toAt, timeZone, closedAt, dueOn }: sql.Issue) => ({
  statement_id: id,
  from: fromAt.toISOString(),
  to: toAt.toISOString(),
  time_zone: timeZone,
  closed_at: closedAt.toISOString(),
  due_on: dueOn,
});

const shownSection = (section: sql.IssuedSection, closedAt: Date): Section => ({
  school_id: section.schoolId,
  foundation_name: section.foundationName,
  ...shownSums(section),
  line_count: section.lineCount,
  digest: section.digest.toString("hex"),
  payee: payeeOf(section, closedAt),
});

/** What the bank's documents say, and each foundation's. */
export function issuedOf({ statement, sections }: Closed): Issued[] {
  const { number, bankId: bank_id, bankName: bank_name, timeZone, fromAt, toAt } = statement;
  const head = shownHead(statement);
  const common = { from: bank_name, timeZone, period: { from: fromAt, to: toAt } };
  const shown = sections.map((section) => shownSection(section, statement.closedAt));
  const ofSections = sections.map((section, n): Issued => {
    const { digest, payee, foundation_name: to, line_count: lineCount } = shown[n] as Section;
    const names = { number: section.number, bank_id, bank_name, statement_number: number };
    return {
      ...common,
      schoolId: section.schoolId,
      title: `Remittance advice ${section.number}`,
      to,
      head: { ...head, ...names, digest, payee },
      sums: shownSums(section),
      sections: [],
      lineCount,
    };
  });
  const digests = {
    previous_digest: hex(statement.previousDigest),
    digest: statement.digest.toString("hex"),
  };
  const whole: Issued = {
    ...common,
    schoolId: "",
    title: `Statement ${number}`,
    to: null,
    head: { ...head, number, ...digests },
    sums: shownSums(statement),
    sections: shown,
    lineCount: sections.reduce((sum, { lineCount }) => sum + lineCount, 0),
  };
  return [whole, ...ofSections];
}

/** @param groups its transfers, summed up */
export function closedEvent(
  { statement, sections }: Closed,
  groups: ClosedStatement["groups"],
): ClosedStatement {
  return {
    ...shownHead(statement),
    number: statement.number,
    ...shownSums(statement),
    opening_cents: statement.openingCents,
    closing_cents: statement.closingCents,
    previous_digest: hex(statement.previousDigest),
    digest: statement.digest.toString("hex"),
    sections: sections.map(({ schoolId, openingCents, closingCents, digest }) => ({
      school_id: schoolId,
      opening_cents: openingCents,
      closing_cents: closingCents,
      digest: digest.toString("hex"),
    })),
    groups,
  };
}

function lineOf(row: sql.LineRow): StatementLine {
  const { transfer_id, school_id, kind, bank_effect_cents, corrects, posted_at } =
    wireTransfer(row);
  return {
    transfer_id,
    school_id,
    kind,
    donation_id: row.giftId,
    payment_id: row.giftId === null ? row.causeId : null,
    bank_transaction_ref: row.bankTransactionRef,
    school_confirmation_id: row.platformCreditId,
    amount_usd: toDollars(asCents(bank_effect_cents)),
    corrects,
    posted_at,
  };
}

export async function* linesOf(
  tx: Transaction,
  { bankId, fromAt: from, toAt: to }: sql.Issue,
): AsyncGenerator<StatementLine[]> {
  const rows = everyPageOf((page) => sql.readLines(page, tx), { bankId, from, to });
  for await (const page of rows) yield page.map(lineOf);
}
