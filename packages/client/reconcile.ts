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
  /** It's in the report of another day, as which it can be compared. */
  | { kind: "other_day"; entry: Entry; donation: Donation }
  /** Only the service has it. Customers may have given in the portal or the embedded flow. */
  | { kind: "unknown_to_you"; row: ReconciliationRow }
  | {
      kind: "different";
      fields: ("dollar_amount" | "status")[];
      entry: Entry;
      row: ReconciliationRow;
    }
  /** The bank's list has the reference twice. */
  | { kind: "repeated"; entry: Entry };

export type Reconciliation<Entry extends LedgerEntry = LedgerEntry> = {
  summary: ReconciliationSummary;
  /** The number of entries that agree. */
  matched: number;
  discrepancies: Discrepancy<Entry>[];
};

/** References that look the same are the same. */
const keyOf = (reference: string): string =>
  reference
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "")
    .normalize("NFC") || reference;

const cents = (dollars: number): number => Math.round(dollars * 100);

function differences(entry: LedgerEntry, row: ReconciliationRow) {
  const fields: ("dollar_amount" | "status")[] = [];
  if (cents(entry.dollar_amount) !== cents(row.dollar_amount)) fields.push("dollar_amount");
  if (entry.status !== row.status) fields.push("status");
  return fields;
}

/**
 * Compares the bank's donations of a UTC day with the service's report of it, by reference, amount, and status. Those
 * that the report lacks are looked up one by one.
 * @param day `basis` decides which day a donation belongs to: when it was accepted (the default), or settled
 * @throws what requests of the client do
 */
export async function reconcile<Entry extends LedgerEntry>(
  client: BankClient,
  day: { date: string; basis?: "accepted" | "settled" | undefined },
  entries: Iterable<Entry> | AsyncIterable<Entry>,
  options: CallOptions = {},
): Promise<Reconciliation<Entry>> {
  const rows = new Map<string, ReconciliationRow>();
  let summary: ReconciliationSummary | undefined;
  const query = { ...day, limit: 100 };
  for await (const page of pagesOf(client, "/v1/reports/reconciliation", {
    ...options,
    params: { query },
  })) {
    summary = page.meta.summary;
    for (const row of page.data) rows.set(keyOf(row.bank_transaction_ref), row);
  }
  const seen = new Set<string>();
  const discrepancies: Discrepancy<Entry>[] = [];
  let matched = 0;
  for await (const entry of entries) {
    const key = keyOf(entry.bank_transaction_ref);
    const row = rows.get(key);
    const fields = row ? differences(entry, row) : [];
    if (seen.has(key)) discrepancies.push({ kind: "repeated", entry });
    else if (!row) discrepancies.push(await lookUp(client, entry, options));
    else if (fields.length > 0) discrepancies.push({ kind: "different", fields, entry, row });
    else matched += 1;
    seen.add(key);
  }
  for (const [key, row] of rows) {
    if (!seen.has(key)) discrepancies.push({ kind: "unknown_to_you", row });
  }
  return { summary: summary as ReconciliationSummary, matched, discrepancies };
}

async function lookUp<Entry extends LedgerEntry>(
  client: BankClient,
  entry: Entry,
  options: CallOptions,
): Promise<Discrepancy<Entry>> {
  const { bank_transaction_ref } = entry;
  const params = { query: { bank_transaction_ref } };
  const [donation] = (await client.GET("/v1/donations", { ...options, params })).data;
  return donation ? { kind: "other_day", entry, donation } : { kind: "not_accepted", entry };
}
