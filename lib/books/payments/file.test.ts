import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { giveTo } from "#test/books-operations.ts";
import { type Bank, makeBank, makeSchool, system } from "#test/factories.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { checkLedger } from "../check/check.ts";
import { closeStatements } from "../statements/close.ts";
import { recordFile } from "./file.ts";

isolateDatabase();

let bank: Bank;
let school: string;
beforeEach(async () => {
  [bank, school] = [await makeBank(), await makeSchool()];
  await giveTo(bank, school, 100);
  await closeStatements(system, bank.bankId, "now");
});

const problems = ({ violations }: Awaited<ReturnType<typeof recordFile>>) =>
  violations.map(({ loc, msg }) => [...loc.slice(2), msg].join(": "));
const countPayments = () => db().payment.count({ where: { bankId: bank.bankId } });

describe("a foundation's file", () => {
  const record = (lines: string[], isTrial = false) =>
    recordFile(
      system,
      { schoolId: school },
      ["Bank ID,Amount USD,Value date,Payment ref,Wire reference", ...lines].join("\r\n"),
      isTrial,
    );
  const line = (ref: string, amount = "30.00", wire = ref) =>
    `${bank.bankId},${amount},2026-11-09,${ref},${wire}`;

  it("is tried without a trace, then recorded, and again without a second time", async () => {
    const lines = [line("a"), line("b", '"$1,000.00"')];
    const expected = [
      { line: 2, payment_ref: "a", status: "posted" },
      { line: 3, payment_ref: "b", status: "awaiting_approval" },
    ];
    expect(await record(lines, true)).toEqual({ recorded: expected, violations: [] });
    expect(await countPayments()).toBe(0);
    for (let n = 0; n < 2; n++)
      expect(await record(lines)).toEqual({ recorded: expected, violations: [] });
    expect(await countPayments()).toBe(2);
    expect(await checkLedger()).toEqual([]);
  });

  it("says what is wrong with each line, and records the others", async () => {
    const other = await makeBank();
    const result = await record([
      line("a"),
      line("b", "0.001"),
      line("c").replace(bank.bankId, other.bankId),
      line("a", "31.00"),
      `${line("d")},more`,
      line("e").replace("2026-11-09", "2099-01-01"),
    ]);
    expect(result.recorded).toMatchObject([{ payment_ref: "a" }]);
    expect(problems(result)).toEqual([
      expect.stringMatching(/^3: amount_usd: /),
      expect.stringMatching(/^4: (bank|school)_id: No /),
      expect.stringMatching(/^5: payment_ref: /),
      expect.stringMatching(/^6: Has more or fewer cells/),
      "7: value_date: This day is in the future",
    ]);
    expect(await countPayments()).toBe(1);
  });

  it("needs its columns, knows all of them, and is bounded", async () => {
    const refused = (csv: string) =>
      expect(recordFile(system, { schoolId: school }, csv, false)).rejects;
    await refused("bank_id,amount_usd\n").toThrow("Needs a column value_date");
    await refused("amount_usd,value_date,payment_ref,note\n").toThrow("unknown column note");
    const many = Array.from({ length: 1_001 }, (_, n) => line(String(n)));
    await expect(record(many)).rejects.toThrow("more than 1000 payments");
    expect(await countPayments()).toBe(0);
  });
});

it("a bank's file says what it has sent", async () => {
  const csv = `school_id;amount_usd;value_date;payment_ref;wire_reference\n${school};100;2026-11-09;x;y\n`;
  const { recorded } = await recordFile(bank.scope, { bankId: bank.bankId }, csv, false);
  expect(recorded).toEqual([{ line: 2, payment_ref: "x", status: "claimed" }]);
  expect(await db().payment.findFirst({ where: { bankId: bank.bankId } })).toMatchObject({
    kind: "sent",
    recordedFor: `bank:${bank.bankId}`,
  });
});
