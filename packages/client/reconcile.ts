/** Compares a bank's list of a day with the service's. */
import type { BankClient } from "./client.ts";
import type { components } from "./openapi.ts";
import type { CallOptions, Donation } from "./operations.ts";
import { pagesOf } from "./pages.ts";

export type ReconciliationRow = components["schemas"]["ReconciliationRow"];
export type ReconciliationSummary = components["schemas"]["ReconciliationSummary"];

/** A donation in the bank's own list. */
export type LedgerEntry = Pick<
  ReconciliationRow,
  "bank_transaction_ref" | "dollar_amount" | "status"
>;

export type Discrepancy<Entry extends LedgerEntry = LedgerEntry> =
  /** It was never accepted: submit it again with the same reference. */
  | { kind: "not_accepted"; entry: Entry }
  /** It's in the report of another day: `donation` says what became of it. */
  | { kind: "other_day"; entry: Entry; donation: Donation }
  | { kind: "different"; entry: Entry; row: ReconciliationRow; fields: (keyof LedgerEntry)[] }
  /** The bank's list has the reference twice. */
  | { kind: "repeated"; entry: Entry }
  /** Only the service has it. Customers can give in the portal and the embedded flow. */
  | { kind: "unknown_to_you"; row: ReconciliationRow };

export type Reconciliation<Entry extends LedgerEntry = LedgerEntry> = {
  summary: ReconciliationSummary;
  /** The number of entries that agree. */
  matched: number;
  discrepancies: Discrepancy<Entry>[];
};

/** References that look the same are the same. */
const keyOf = ({ bank_transaction_ref: reference }: Pick<LedgerEntry, "bank_transaction_ref">) =>
  reference
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "")
    .normalize("NFC") || reference;

/** What is compared. An amount in cents, since 0.1 + 0.2 isn't 0.3. */
const COMPARED = {
  dollar_amount: ({ dollar_amount }: LedgerEntry) => Math.round(dollar_amount * 100),
  status: ({ status }: LedgerEntry) => status,
};

/**
 * Compares the bank's donations of a UTC day with the service's report, by reference, amount, and status.
 * Those that the report lacks are looked up one by one.
 * @param day `basis` decides which day a donation belongs to: when it was accepted (the default), or settled
 * @throws what calls throw
 */
export async function reconcile<Entry extends LedgerEntry>(
  client: BankClient,
  day: { date: string; basis?: "accepted" | "settled" | undefined },
  entries: Iterable<Entry> | AsyncIterable<Entry>,
  options: CallOptions = {},
): Promise<Reconciliation<Entry>> {
  const found = { matched: 0, discrepancies: [] } as unknown as Reconciliation<Entry>;
  const rows = new Map<string, ReconciliationRow>();
  const request = { ...options, params: { query: { ...day, limit: 100 } } };
  for await (const { data, meta } of pagesOf(client, "/v1/reports/reconciliation", request)) {
    found.summary = meta.summary;
    for (const row of data) rows.set(keyOf(row), row);
  }
  const seen = new Set<string>();
  for await (const entry of entries) {
    const key = keyOf(entry);
    const discrepancy: Discrepancy<Entry> | null = seen.has(key)
      ? { kind: "repeated", entry }
      : await compare(client, entry, rows.get(key), options);
    if (discrepancy) found.discrepancies.push(discrepancy);
    else found.matched += 1;
    seen.add(key);
  }
  const unknown = [...rows].filter(([key]) => !seen.has(key));
  found.discrepancies.push(...unknown.map(([, row]) => ({ kind: "unknown_to_you", row }) as const));
  return found;
}

async function compare<Entry extends LedgerEntry>(
  client: BankClient,
  entry: Entry,
  row: ReconciliationRow | undefined,
  options: CallOptions,
): Promise<Discrepancy<Entry> | null> {
  if (row) {
    const names = Object.keys(COMPARED) as (keyof typeof COMPARED)[];
    const fields = names.filter((name) => COMPARED[name](entry) !== COMPARED[name](row));
    return fields.length > 0 ? { kind: "different", entry, row, fields } : null;
  }
  const params = { query: { bank_transaction_ref: entry.bank_transaction_ref } };
  const [donation] = (await client.GET("/v1/donations", { ...options, params })).data;
  return donation ? { kind: "other_day", entry, donation } : { kind: "not_accepted", entry };
}
