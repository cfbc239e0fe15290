/**
 * Payments from a CSV file. Each line is recorded by itself, and idempotent by its `payment_ref`, so the same file can be
 * sent again after its mistakes were corrected.
 */
import { nameOf, OTHER_CELLS, readRows, wrong } from "../../batches/csv-rows.ts";
import { InvalidInput, ServiceError, type Violation } from "../../errors.ts";
import { parseDollars } from "../../money.ts";
import { receivedDetails, sentDetails } from "./api.ts";
import { type Payment, receivedRequest, sentRequest } from "./contract.ts";
import { statusOf } from "./queries.ts";
import { type PaymentDetails, type Recorder, recordPayment, tryPayment } from "./record.ts";

/** Whose payments they are: sent by a bank, or received by a foundation. */
export type Side = { bankId: string } | { schoolId: string };

const COLUMNS = {
  sent: ["school_id", "amount_usd", "value_date", "payment_ref", "wire_reference"],
  received: [
    ...["bank_id", "kind", "amount_usd", "value_date", "payment_ref", "wire_reference", "reason"],
  ],
};
const NEEDED = ["amount_usd", "value_date", "payment_ref"];
const MAX_PAYMENTS = 1_000;

export type RecordedLine = { line: number; payment_ref: string; status: Payment["status"] };

type Row = { line: number; cells: string[] };

/** The names of a file's columns. @throws InvalidInput */
function columnsOf(header: Row | undefined, known: string[], count: number): string[] {
  const names = header?.cells.map(nameOf) ?? [];
  const missing = NEEDED.filter((name) => !names.includes(name));
  const problems = [
    ...missing.map((name) => `Needs a column ${name}`),
    ...names.filter((name) => !known.includes(name)).map((name) => `Has an unknown column ${name}`),
    ...(new Set(names).size < names.length ? ["Two columns have the same name"] : []),
    ...(count > MAX_PAYMENTS ? [`Has more than ${MAX_PAYMENTS} payments`] : []),
  ];
  if (problems.length > 0) throw new InvalidInput(problems.map((text) => wrong(1, text)));
  return names;
}

/** @throws InvalidInput */
function detailsOf(side: Side, cells: Record<string, string | undefined>): PaymentDetails {
  const given = { ...cells, amount_usd: parseDollars(cells.amount_usd ?? "") ?? undefined };
  const { data, error } =
    "bankId" in side ? sentRequest.safeParse(given) : receivedRequest.safeParse(given);
  if (error) {
    throw new InvalidInput(
      error.issues.map(({ path, message }) => wrong(0, message, String(path[0] ?? ""))),
    );
  }
  return "bankId" in side
    ? sentDetails(side.bankId, data as never)
    : receivedDetails(side.schoolId, data as never);
}

/** What is wrong with a line. @throws what isn't about it */
function problemsOf(line: number, error: unknown): Violation[] {
  if (error instanceof InvalidInput)
    return error.violations.map(({ loc, msg }) => {
      const column = loc.at(-1);
      return wrong(line, msg, typeof column === "string" ? column : undefined);
    });
  if (error instanceof ServiceError) return [wrong(line, error.message, "payment_ref")];
  throw error;
}

/**
 * Records the payments of a file, or tries each alone.
 * @returns what became of each line, and what is wrong with the others
 * @throws InvalidInput if it can't be read
 */
export async function recordFile(by: Recorder, side: Side, csv: string, isTrial: boolean) {
  const known = COLUMNS["bankId" in side ? "sent" : "received"];
  const { rows, broken } = await readRows(csv, (name) => known.includes(name));
  if (broken) throw new InvalidInput([broken]);
  // The operator records for many, whose references are their own.
  const isOwn = "bankId" in by || "schoolId" in by;
  const prefix = isOwn ? "" : `${Object.values(side)[0]} `;
  const [header, ...lines] = rows;
  const columns = columnsOf(header, known, lines.length);
  const recorded: RecordedLine[] = [];
  const violations: Violation[] = [];
  for (const { line, cells } of lines) {
    try {
      if (cells.length !== columns.length) throw new InvalidInput([wrong(line, OTHER_CELLS)]);
      const named = columns.map((name, n) => [name, cells[n] || undefined]);
      const details = detailsOf(side, Object.fromEntries(named));
      const { paymentRef: payment_ref } = details;
      const own = { ...details, paymentRef: `${prefix}${payment_ref}` };
      const payment = await (isTrial ? tryPayment : recordPayment)(by, own);
      recorded.push({ line, payment_ref, status: statusOf(payment) });
    } catch (error) {
      violations.push(...problemsOf(line, error));
    }
  }
  return { recorded, violations };
}
