/** The nouns `statement`, `payment`, and `ledger`. */
import { buffer } from "node:stream/consumers";
import { type Command, Option } from "commander";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { checkLedger } from "#lib/books/check/check.ts";
import {
  type Side as JournalSide,
  readJournalAccounts,
  setJournalAccounts,
} from "#lib/books/journal/journal.ts";
import { recordFile } from "#lib/books/payments/file.ts";
import { listPayments, readAging } from "#lib/books/payments/queries.ts";
import {
  approvePayment,
  type PaymentDetails,
  recordPayment,
  returnPayment,
} from "#lib/books/payments/record.ts";
import { closeAllStatements, closeStatements } from "#lib/books/statements/close.ts";
import { findStatement, listAllStatements, readDocument } from "#lib/books/statements/queries.ts";
import type { Cents } from "#lib/money.ts";
import { stopDrawing } from "#lib/receipts/drawing/threads.ts";
import { bankScope } from "./banks.ts";
import * as flag from "./flags.ts";
import { CommandFailure, print, printFile, required, say } from "./output.ts";
import { readText, requireSchool } from "./schools.ts";

type CloseFlags = { bank?: string; through?: string; now?: true };

async function close(scope: SystemScope, { bank, through, now }: CloseFlags): Promise<void> {
  if (bank) await bankScope(scope, bank);
  const until = now ? "now" : (through ?? null);
  const closing = bank ? closeStatements(scope, bank, until) : closeAllStatements(scope, until);
  const statements = await closing.finally(stopDrawing);
  print({ statements });
  if (statements.length === 0) say("There is nothing to close.");
}

type Parties = { bank?: string; school?: string };

/** The flags that name a bank, a school, or both. */
async function partiesOf(scope: SystemScope, { bank, school }: Parties) {
  if (bank) await bankScope(scope, bank);
  if (school) await requireSchool(school);
  return { ...(bank && { bankId: bank }), ...(school && { schoolId: school }) };
}

type Side = { bankId: string } | { schoolId: string };

/** One of both. */
function sideOf(of: { bankId?: string; schoolId?: string }): Side {
  if (Object.keys(of).length !== 1) throw new CommandFailure("Name either a bank or a school.");
  return of as Side;
}

const ofParties = (command: Command) =>
  command.option("--bank <bank_id>", "", flag.id).option("--school <school_id>");

function addStatement(program: Command, scope: SystemScope): void {
  const statement = program
    .command("statement")
    .description("close and show what banks owe foundations");
  statement
    .command("close")
    .description("close what is due; of all banks, unless one is named")
    .option("--bank <bank_id>", "", flag.id)
    .addOption(
      new Option(
        "--through <day>",
        "close also what was posted up to this day, in the bank's time zone",
      )
        .argParser(flag.day)
        .conflicts("now"),
    )
    .option("--now", "close also what was posted until now")
    .action((flags: CloseFlags) => close(scope, flags));
  ofParties(statement.command("list"))
    .description("list statements, with what is overdue; a school's are its remittance advices")
    .option("--limit <n>", "", flag.limit, 25)
    .action(async ({ limit, ...flags }: Parties & { limit: number }) => {
      const of = await partiesOf(scope, flags);
      print({ statements: await listAllStatements(of, limit), aging: await readAging(of) });
    });
  statement
    .command("show")
    .requiredOption("--statement <statement_id>", "", flag.id)
    .option("--school <school_id>", "only this school's part: its remittance advice", "")
    .addOption(new Option("--format <format>").choices(["json", "csv", "pdf"]).default("json"))
    .action(async ({ statement: id, school, format }) => {
      await required(findStatement(id, school), `No statement has the ID ${id}.`);
      const document = await buffer(readDocument(id, school, format));
      if (format === "json") return print(JSON.parse(document.toString()));
      printFile(document, format === "csv");
    });
}

type RecordFlags = {
  bank: string;
  school: string;
  amountUsd: Cents;
  reference: string;
  date: string;
};

const ofPair = (command: Command) =>
  command
    .requiredOption("--bank <bank_id>", "", flag.id)
    .requiredOption("--school <school_id>")
    .requiredOption("--amount-usd <usd>", "", flag.dollars)
    .requiredOption(
      "--reference <text>",
      "the wire's, or for a refund your own",
      flag.wireReference,
    )
    .requiredOption("--date <day>", "the day on which the money moved", flag.day);

async function record(
  scope: SystemScope,
  kind: PaymentDetails["kind"],
  flags: RecordFlags,
): Promise<void> {
  await partiesOf(scope, flags);
  const { bank: bankId, school: schoolId, amountUsd: cents, reference, date: valueDate } = flags;
  const details = {
    ...{ bankId, schoolId, kind, cents, valueDate, reason: null },
    paymentRef: [kind, bankId, schoolId, reference, valueDate].join(" "),
    wireReference: kind === "received" ? reference : null,
  };
  let recorded = await recordPayment(scope, details);
  // One that came back can be recorded again.
  while (recorded.returnedAt !== null)
    recorded = await recordPayment(scope, { ...details, paymentRef: `after ${recorded.id}` });
  const { id, postedAt } = recorded;
  print({ paymentId: id, posted: postedAt !== null });
  if (postedAt === null) {
    say(`Another operator has to approve it: payment approve --payment ${id}`);
  }
}

function addPayment(program: Command, scope: SystemScope): void {
  const payment = program.command("payment").description("record what banks have paid foundations");
  ofPair(payment.command("record"))
    .description("record what a foundation has received")
    .action((flags: RecordFlags) => record(scope, "received", flags));
  ofPair(payment.command("refund"))
    .description("record a credit that a foundation has paid back")
    .action((flags: RecordFlags) => record(scope, "refund", flags));
  ofParties(payment.command("list"))
    .description("list payments, with what banks say they have sent, and whether both sides agree")
    .option("--limit <n>", "", flag.limit, 25)
    .action(async ({ limit, ...flags }: Parties & { limit: number }) =>
      print({ payments: await listPayments(await partiesOf(scope, flags), limit) }),
    );
  ofParties(payment.command("import"))
    .description(
      "record the payments of a CSV file, of what a bank has sent or a school has received",
    )
    .requiredOption("--file <path>", "`-` reads standard input")
    .option("--dry-run", "only say what would become of each line")
    .action(async (flags: Parties & { file: string; dryRun?: true }) => {
      const side = sideOf(await partiesOf(scope, flags));
      const csv = readText(flags.file);
      const { recorded, violations } = await recordFile(scope, side, csv, flags.dryRun === true);
      print({
        recorded,
        problems: violations.map(({ loc, msg }) => [...loc.slice(2), msg].join(": ")),
      });
      if (violations.length > 0) throw new CommandFailure(`${violations.length} problems.`);
    });
  const ofPayment = flag.ofOne(payment, "payment");
  ofPayment("approve")
    .description(
      "approve a payment that another operator has recorded, or that a foundation has received",
    )
    .action(async ({ payment: id }: { payment: string }) => {
      const otherwise = `Payment ${id} doesn't wait for your approval.`;
      await required(approvePayment(scope, id), otherwise);
      print({ paymentId: id, posted: true });
    });
  ofPayment("return")
    .description("record that a payment came back, or withdraw one that waits for approval")
    .requiredOption("--date <day>", "the day on which it came back", flag.day)
    .requiredOption("--reason <text>", "", flag.name)
    .action(async (flags: { payment: string; date: string; reason: string }) => {
      const { payment: id, date: valueDate, reason } = flags;
      const returned = returnPayment(scope, id, { valueDate, reason });
      const otherwise = `Payment ${id} isn't one that was received, or has come back before.`;
      print({ paymentId: id, returnId: await required(returned, otherwise) });
    });
}

type AccountFlags = Partial<Record<"balance" | "gifts" | "cash" | "writeOffs", string>>;

function addLedger(program: Command, scope: SystemScope): void {
  const ledger = program.command("ledger").description("the books' ledger");
  ofParties(ledger.command("accounts"))
    .description("show or set the accounts by which a bank's or a school's journal is exported")
    .option("--balance <account>", "what is owed", flag.account)
    .option("--gifts <account>", "what gifts cost or bring", flag.account)
    .option("--cash <account>", "what was paid", flag.account)
    .option("--write-offs <account>", "what was given up", flag.account)
    .action(async ({ bank, school, writeOffs, ...flags }: Parties & AccountFlags) => {
      const of = sideOf(await partiesOf(scope, { bank, school } as Parties));
      const side: JournalSide =
        "bankId" in of ? { kind: "bank", ...of } : { kind: "school", ...of };
      const changes = { ...flags, ...(writeOffs && { write_offs: writeOffs }) };
      const accounts = { ...(await readJournalAccounts(side)), ...changes };
      if (Object.keys(changes).length > 0) await setJournalAccounts(scope, side, accounts);
      print({ accounts });
    });
  ledger
    .command("check")
    .description(
      "check the books, and build the ledger again from events and payments; exits 1 if anything differs",
    )
    .action(async () => {
      const findings = await checkLedger();
      print({ agrees: findings.length === 0, findings });
      if (findings.length > 0) throw new CommandFailure(`${findings.length} findings.`);
    });
}

export function addBooks(program: Command, scope: SystemScope): void {
  addStatement(program, scope);
  addPayment(program, scope);
  addLedger(program, scope);
}
