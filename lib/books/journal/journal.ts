/** Exports what was posted for a side's own general ledger, in double entry, by the accounts that it has set. */
import { type Actor, audit } from "../../auth/audit.ts";
import { nameOfTenant, type Tenant } from "../../auth/tenants.ts";
import { dayAt, startOfDay } from "../../calendar.ts";
import { everyBatch, FIRST_ID, type Reader, streamCsv, tableOf } from "../../csv.ts";
import { onlyRow } from "../../database/run.ts";
import { transaction } from "../../database/transaction.ts";
import type { TransferKind } from "../../ledger/contract.ts";
import { type Cents, toDecimalString } from "../../money.ts";
import { bankEffectOf } from "../postings.ts";
import { everyPageOf } from "../statements/add-up.ts";
import { readTransfers } from "../statements/sql.ts";
import type { JournalAccounts, JournalRange } from "./contract.ts";
import * as sql from "./sql.ts";

/** Whose journal it is. */
export type Side = Extract<Tenant, { kind: "bank" | "school" }>;

const OUR_NAMES: JournalAccounts = {
  balance: "balance",
  gifts: "gifts",
  cash: "cash",
  write_offs: "write_offs",
};

/** The account against which what is due is booked. */
const AGAINST: Record<TransferKind, keyof JournalAccounts> = {
  gift: "gifts",
  reversal: "gifts",
  payment: "cash",
  payment_return: "cash",
  refund: "cash",
  write_off: "write_offs",
};

export async function readJournalAccounts(side: Side): Promise<JournalAccounts> {
  return (await sql.findAccounts({ tenant: nameOfTenant(side) }))[0]?.accounts ?? OUR_NAMES;
}

export function setJournalAccounts(
  by: Actor,
  side: Side,
  accounts: JournalAccounts,
): Promise<JournalAccounts> {
  const tenant = nameOfTenant(side);
  return transaction(async (tx) => {
    await sql.setAccounts({ tenant, accounts }, tx);
    const of = side.kind === "bank" ? { bankId: side.bankId } : { schoolIds: [side.schoolId] };
    await audit(tx, { ...by, ...of }, "journal.change", tenant, accounts);
    return accounts;
  });
}

type Interval = { from: Date; to: Date };
const BATCH = 500;

async function* entriesOfBank(bankId: string, interval: Interval): AsyncGenerator<sql.EntryRow[]> {
  const pages = everyPageOf((page) => readTransfers(page), { bankId, ...interval });
  for await (const page of pages)
    yield page.map(({ schoolId, ...row }) => ({ ...row, other: schoolId }));
}

/** Gifts, in the order in which they were accepted, then everything else in the order of posting. */
async function* entriesOfSchool(schoolId: string, interval: Interval) {
  const of = { schoolId, ...interval, limit: BATCH };
  const first = { afterAt: new Date(0), afterId: FIRST_ID };
  const gifts = everyBatch(
    (after) => sql.readSchoolGifts({ ...of, ...after }),
    first,
    ({ createdAt, giftId }) => ({ afterAt: createdAt, afterId: giftId }),
  );
  for await (const page of gifts)
    yield page.filter((row): row is typeof row & sql.EntryRow => row.id !== null);
  yield* everyBatch(
    (after) => sql.readSchoolOthers({ ...of, ...after }),
    first,
    ({ postedAt, id }) => ({ afterAt: postedAt, afterId: id }),
  );
}

type Entry = sql.EntryRow & { account: string; debit: Cents | null; credit: Cents | null };

const usd = (cents: Cents | null) => (cents === null ? "" : toDecimalString(cents));

const columns = (timeZone: string) =>
  tableOf<Entry>({
    date: ({ postedAt }) => dayAt(postedAt, timeZone),
    account: ({ account }) => account,
    debit_usd: ({ debit }) => usd(debit),
    credit_usd: ({ credit }) => usd(credit),
    kind: ({ kind }) => kind,
    transfer_id: ({ id }) => id,
    donation_or_payment_id: ({ causeId }) => causeId,
    other_side: ({ other }) => other,
    posted_at: ({ postedAt }) => postedAt.toISOString(),
  });

/** Both lines of a transfer. What a bank owes is a credit balance; what a foundation may expect, a debit balance. */
function entriesOf(row: sql.EntryRow, side: Side, accounts: JournalAccounts): Entry[] {
  const raises = bankEffectOf(row.kind, row.cents) > 0;
  const lines = [accounts.balance, accounts[AGAINST[row.kind]]];
  const [debit, credit] = raises === (side.kind === "school") ? lines : lines.reverse();
  return [
    { ...row, account: debit as string, debit: row.cents, credit: null },
    { ...row, account: credit as string, debit: null, credit: row.cents },
  ];
}

/** Streams the journal of some days as CSV. @throws as `streamFile` */
export async function journalFile(reader: Reader, side: Side, { from, to }: JournalRange) {
  const id = side.kind === "bank" ? side.bankId : side.schoolId;
  const { timeZone } = onlyRow(await sql.findTimeZone({ id }));
  const accounts = await readJournalAccounts(side);
  const interval = { from: startOfDay(from, timeZone), to: startOfDay(to, timeZone, 1) };
  const rows = side.kind === "bank" ? entriesOfBank(id, interval) : entriesOfSchool(id, interval);
  async function* entries() {
    for await (const page of rows) yield page.flatMap((row) => entriesOf(row, side, accounts));
  }
  const body = await streamCsv(reader, columns(timeZone), entries());
  return { body, fileName: `journal-${from}-${to}.csv` };
}
