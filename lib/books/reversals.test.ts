/** What a reversal does to a line that was paid in part, and to its statement. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { giveTo } from "#test/books-operations.ts";
import { type Bank, makeBank, makeSchool, system } from "#test/factories.ts";
import { pool } from "../database/pool.ts";
import { db } from "../database/prisma.ts";
import { transaction } from "../database/transaction.ts";
import { asCents, toCents } from "../money.ts";
import { recordPayment } from "./payments/record.ts";
import { reverseGift } from "./reversals.ts";
import { closeStatements } from "./statements/close.ts";

let bank: Bank;
let schoolId: string;
let gift: string;
beforeEach(async () => {
  [bank, schoolId] = [await makeBank(), await makeSchool()];
  gift = await giveTo(bank, schoolId, 50);
  await closeStatements(system, bank.bankId, "now");
});

async function receive(dollars: number): Promise<string> {
  const of = { bankId: bank.bankId, schoolId, kind: "received", reason: null } as const;
  const refs = { paymentRef: randomUUID(), wireReference: randomUUID(), valueDate: "2026-11-09" };
  return (await recordPayment(system, { ...of, ...refs, cents: toCents(dollars) })).id;
}

const reverse = (dollars: number) =>
  transaction((tx) =>
    reverseGift(tx, { giftId: gift, correctionId: randomUUID(), cents: toCents(dollars) }),
  );
const lineOf = async () =>
  (
    await pool().query("select cents, covered_cents, cleared_by from due_line where id = $1", [
      gift,
    ])
  ).rows[0];
const statement = () => db().statement.findFirstOrThrow({ where: { bankId: bank.bankId } });

it("that leaves what was paid dates the line by its last payment, and its statement is paid", async () => {
  const last = [await receive(10), await receive(20)][1];
  expect(await lineOf()).toEqual({ cents: 5_000, covered_cents: 3_000, cleared_by: null });
  await reverse(20);
  expect(await lineOf()).toEqual({ cents: 3_000, covered_cents: 3_000, cleared_by: last });
  expect((await statement()).paidAt).not.toBeNull();
  const paid = await db().event.count({ where: { bankId: bank.bankId, type: "statement.paid" } });
  expect(paid).toBe(1);
});

it("that frees the last payment dates the line by the one that stays", async () => {
  const first = [await receive(20), await receive(10)][0];
  await reverse(30);
  expect(await lineOf()).toEqual({ cents: 2_000, covered_cents: 2_000, cleared_by: first });
});

it("of everything leaves a statement that is paid", async () => {
  await reverse(50);
  expect(await lineOf()).toEqual({ cents: 0, covered_cents: 0, cleared_by: null });
  expect((await statement()).paidAt).not.toBeNull();
});

it("is refused beyond what is left, and posts nothing", async () => {
  await reverse(49.99);
  await expect(reverse(0.02)).rejects.toThrow("only 1 cents are left");
  const { rows } = await pool().query(
    "select sum(cents)::int8 as cents from ledger_transfer where gift_id = $1 and kind = 'reversal'",
    [gift],
  );
  expect(rows).toEqual([{ cents: asCents(4_999) }]);
});
