/** What a closed statement says, in its documents and its event. */
import { createHash } from "node:crypto";
import { PAYEE_WAIT_HOURS, payees } from "../../schools/participation/mutations.ts";
import { dueOn } from "../periods.ts";
import type { FinishedPart, Interval } from "./add-up.ts";
import type { ClosedStatement, Section } from "./contract.ts";
import type { Issued } from "./render.ts";
import type * as sql from "./sql.ts";
import { type Sums, shownSums } from "./sums.ts";

function payeeOf(
  { schoolId, encryptedPayee, payeeApprovedAt: at }: sql.Party,
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

export type Closing = {
  book: sql.Book;
  interval: Interval;
  statementId: string;
  numbers: Map<string, number>;
  parts: FinishedPart[];
  sums: Sums;
  digest: Buffer;
  closedAt: Date;
};

export const bankSeries = (bankId: string) => `bank:${bankId}`;
export const schoolSeries = (schoolId: string) => `school:${schoolId}`;
export const numberOf = ({ numbers }: Closing, series: string) => numbers.get(series) as number;

function shownHead({ book, interval, statementId, closedAt }: Closing) {
  const { timeZone, termsDays } = book;
  return {
    statement_id: statementId,
    from: interval.from.toISOString(),
    to: interval.to.toISOString(),
    time_zone: timeZone,
    closed_at: closedAt.toISOString(),
    due_on: dueOn(interval.to, termsDays, timeZone),
  };
}

const shownSection = (part: FinishedPart, { closedAt }: Closing): Section => ({
  school_id: part.schoolId,
  foundation_name: part.foundationName,
  ...shownSums(part.sums),
  line_count: part.lineCount,
  digest: part.digest.toString("hex"),
  payee: payeeOf(part, closedAt),
});

/** What the bank's documents say, and each foundation's. */
export function issuedOf(closing: Closing): Issued[] {
  const { book, interval, parts, sums, digest } = closing;
  const head = shownHead(closing);
  const number = numberOf(closing, bankSeries(book.bankId));
  const common = { from: book.bankName, timeZone: book.timeZone, period: interval };
  const ofParts = parts.map((part): Issued => {
    const own = numberOf(closing, schoolSeries(part.schoolId));
    const section = shownSection(part, closing);
    const { bankId: bank_id, bankName: bank_name } = book;
    const names = { number: own, bank_id, bank_name, statement_number: number };
    return {
      ...common,
      schoolId: part.schoolId,
      title: `Remittance advice ${own}`,
      to: part.foundationName,
      head: { ...head, ...names, digest: section.digest, payee: section.payee },
      sums: shownSums(part.sums),
      sections: [],
      lines: [part.lines],
      lineCount: part.lineCount,
    };
  });
  const whole: Issued = {
    ...common,
    schoolId: "",
    title: `Statement ${number}`,
    to: null,
    head: {
      ...head,
      number,
      previous_digest: book.digest?.toString("hex") ?? null,
      digest: digest.toString("hex"),
    },
    sums: shownSums(sums),
    sections: parts.map((part) => shownSection(part, closing)),
    lines: parts.map(({ lines }) => lines),
    lineCount: parts.reduce((sum, { lineCount }) => sum + lineCount, 0),
  };
  return [whole, ...ofParts];
}

export function closedEvent(closing: Closing, groups: sql.Group[]): ClosedStatement {
  const { book, sums, parts, digest } = closing;
  return {
    ...shownHead(closing),
    number: numberOf(closing, bankSeries(book.bankId)),
    ...shownSums(sums),
    opening_cents: sums.openingCents,
    closing_cents: sums.closingCents,
    previous_digest: book.digest?.toString("hex") ?? null,
    digest: digest.toString("hex"),
    sections: parts.map((part) => ({
      school_id: part.schoolId,
      opening_cents: part.sums.openingCents,
      closing_cents: part.sums.closingCents,
      digest: part.digest.toString("hex"),
    })),
    groups: groups.map(({ schoolId: school_id, effectCents, idsHash, ...group }) => ({
      school_id,
      ...group,
      effect_cents: effectCents,
      ids_hash: idsHash,
    })),
  };
}
