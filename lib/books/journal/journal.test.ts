import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { beforeAll, expect, it } from "vitest";
import { giveTo } from "#test/books-operations.ts";
import { isolateDatabaseWithClock } from "#test/clock.ts";
import { type Bank, makeBank, makeSchool, system } from "#test/factories.ts";
import { makeMember } from "#test/staff.ts";
import { updateBank } from "../../banks/mutations.ts";
import { toCents } from "../../money.ts";
import { recordPayment, returnPayment } from "../payments/record.ts";
import { closeStatements } from "../statements/close.ts";
import { journalFile, readJournalAccounts, type Side, setJournalAccounts } from "./journal.ts";

const setTime = isolateDatabaseWithClock();

let bank: Bank;
let schools: string[];
const DAYS = { from: "2026-07-01", to: "2026-07-31" };

beforeAll(async () => {
  await setTime(new Date("2026-07-01T03:30:00Z"));
  bank = await makeBank();
  await updateBank(system, bank.bankId, { timeZone: "America/New_York" });
  schools = [await makeSchool(), await makeSchool()];
  // Still June where the bank is.
  await giveTo(bank, schools[0] as string, 7);
  await setTime(new Date("2026-07-02T12:00:00Z"));
  for (const [n, dollars] of [100, 50, 25].entries())
    await giveTo(bank, schools[n % 2] as string, dollars);
  await setTime(new Date("2026-07-03T12:00:00Z"));
  await closeStatements(system, bank.bankId, "now");
  const of = { bankId: bank.bankId, schoolId: schools[0] as string, reason: null };
  const wire = { kind: "received", cents: toCents(60), valueDate: "2026-07-02" } as const;
  const details = { ...of, ...wire, paymentRef: "p", wireReference: "w" };
  const { id } = await recordPayment(system, details);
  await returnPayment(system, id, { valueDate: "2026-07-02", reason: "closed" });
  const again = { ...details, cents: toCents(80), paymentRef: "q", wireReference: "x" };
  await recordPayment(system, again);
});

async function journal(side: Side, days = DAYS) {
  const reader =
    side.kind === "bank"
      ? { scope: bank.scope, action: null }
      : {
          scope: (await makeMember(side as never, "finance" as never)).scope,
          action: "statements.read" as const,
        };
  const { body } = await journalFile(reader, side, days);
  return parse(await text(body), { columns: true }) as Record<string, string>[];
}

const ofBank = (): Side => ({ kind: "bank", bankId: bank.bankId });
const ofSchool = (): Side => ({ kind: "school", schoolId: schools[0] as string });

/** What each account has more on the debit side, in cents. */
function balances(rows: Record<string, string>[]) {
  const sums: Record<string, number> = {};
  for (const { account = "", debit_usd, credit_usd } of rows) {
    const cents = Math.round((Number(debit_usd) - Number(credit_usd)) * 100);
    sums[account] = (sums[account] ?? 0) + cents;
  }
  return sums;
}

it("balances, with what the bank owes as a credit, of the days where the bank is", async () => {
  const rows = await journal(ofBank());
  expect(rows).toHaveLength(2 * (3 + 3));
  expect(balances(rows)).toEqual({ balance: -17_500 + 8_000, gifts: 17_500, cash: -8_000 });
  const all = await journal(ofBank(), { from: "2026-06-30", to: "2026-07-31" });
  expect(balances(all).gifts).toBe(18_200);
  expect(all[0]?.date).toBe("2026-06-30");
});

it("has the same for a foundation, the other way round, and nothing of others", async () => {
  const rows = await journal(ofSchool(), { from: "2026-06-01", to: "2026-07-31" });
  expect(balances(rows)).toEqual({ balance: 13_200 - 8_000, gifts: -13_200, cash: 8_000 });
  expect(new Set(rows.map(({ other_side }) => other_side))).toEqual(new Set([bank.bankId]));
  const stranger: Side = { kind: "school", schoolId: await makeSchool() };
  expect(await journal(stranger)).toEqual([]);
});

it("has each side's own accounts", async () => {
  const accounts = { balance: "2150", gifts: "6400", cash: "1010", write_offs: "7900" };
  await setJournalAccounts(system, ofBank(), accounts);
  expect(Object.keys(balances(await journal(ofBank()))).sort()).toEqual(["1010", "2150", "6400"]);
  expect(await readJournalAccounts(ofSchool())).toMatchObject({ balance: "balance" });
});
