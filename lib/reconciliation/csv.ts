/** A day as a CSV file. */
import type { BankScope } from "../auth/scopes.ts";
import { streamCsv } from "../csv.ts";
import { toCents, toDecimalString } from "../money.ts";
import { type ReconciliationRow, reconciliationRow } from "./contract.ts";
import { readBatches } from "./queries.ts";
import type { Day } from "./sql.ts";

const COLUMNS = Object.keys(reconciliationRow.shape) as (keyof ReconciliationRow)[];

function fieldsOf(row: ReconciliationRow): string[] {
  const values = {
    ...row,
    dollar_amount: toDecimalString(toCents(row.dollar_amount)),
    event_ids: row.event_ids.join(" "),
  };
  return COLUMNS.map((name) => String(values[name] ?? ""));
}

async function* readRows(scope: BankScope, day: Day): AsyncGenerator<string[][]> {
  for await (const batch of readBatches(scope, day)) yield batch.map(fieldsOf);
}

/** Streams the whole day. */
export async function reconciliationCsv(scope: BankScope, day: Day) {
  const body = await streamCsv({ scope, action: null }, COLUMNS, readRows(scope, day));
  return { body, fileName: `reconciliation-${day.date}-${day.basis}.csv` };
}
