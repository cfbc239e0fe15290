import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { operatorScope } from "#lib/auth/scopes.ts";
import { authenticateServiceKey } from "#lib/auth/service-keys.ts";
import { updateBank } from "#lib/banks/mutations.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { giveTo } from "#test/books-operations.ts";
import { type Bank, makeBank, makeSchool, system } from "#test/factories.ts";
import { whileLocked } from "#test/lock-order.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { makeMember, makeServiceKey } from "#test/staff.ts";
import { asCents, toCents } from "../../money.ts";
import { checkLedger } from "../check/check.ts";
import { closeStatements } from "../statements/close.ts";
import { listPayments, readAging } from "./queries.ts";
import { approvePayment, type PaymentDetails, recordPayment, returnPayment } from "./record.ts";

isolateDatabase();

let bank: Bank;
let school: string;
let gifts: string[];
beforeEach(async () => {
  [bank, school] = [await makeBank(), await makeSchool()];
  gifts = [await giveTo(bank, school, 60), await giveTo(bank, school, 40)];
  await closeStatements(system, bank.bankId, "now");
});

const wire = (dollars: number, changes: Partial<PaymentDetails> = {}): PaymentDetails => ({
  bankId: bank.bankId,
  schoolId: school,
  kind: "received",
  cents: toCents(dollars),
  valueDate: "2026-11-09",
  paymentRef: randomUUID(),
  wireReference: randomUUID(),
  reason: null,
  ...changes,
});
const covered = async () => {
  const { rows } = await pool().query("select id, covered_cents from due_line where bank_id = $1", [
    bank.bankId,
  ]);
  return gifts.map((id) => rows.find((row) => row.id === id)?.covered_cents);
};
const balance = async () => {
  const { rows } = await pool().query(
    `select coalesce(sum(case when d.kind = 'due_from_bank' then cents else -cents end), 0)::int as due
     from ledger_transfer t join ledger_account d on d.id = debit_id where t.book_id = $1`,
    [bank.bankId],
  );
  return rows[0].due;
};
const eventTypes = async () =>
  (
    await db().event.findMany({
      where: { bankId: bank.bankId, donationId: null },
      orderBy: { createdAt: "asc" },
    })
  ).map(({ type }) => type);

describe("a payment received", () => {
  it("posts once, however often it is recorded, and covers the oldest gifts first", async () => {
    const details = wire(70);
    const [first, again] = await Promise.all([
      recordPayment(system, details),
      recordPayment(system, details),
    ]);
    expect(again.id).toBe(first.id);
    expect(await balance()).toBe(3_000);
    expect(await covered()).toEqual([6_000, 1_000]);
    expect(await eventTypes()).toEqual(["statement.closed", "payment.posted"]);
    await recordPayment(system, wire(30));
    expect(await covered()).toEqual([6_000, 4_000]);
    expect(await eventTypes()).toEqual([
      "statement.closed",
      "payment.posted",
      "payment.posted",
      "statement.paid",
    ]);
    expect(await checkLedger()).toEqual([]);
  });

  it("at the same time as one for another school announces once that their statement is paid", async () => {
    const other = await makeSchool();
    gifts = [await giveTo(bank, school, 5), await giveTo(bank, other, 7)];
    await recordPayment(system, wire(100));
    await closeStatements(system, bank.bankId, "now");
    await updateBank(system, bank.bankId, { maxUnpaidCents: asCents(100_000) });
    const limit = "select from bank_limit where bank_id = $1 for update";
    const payments = [wire(5), wire(7, { schoolId: other })];
    // Both have covered their lines before either is committed.
    await whileLocked(
      (tx) => tx.query(limit, [bank.bankId]),
      payments.map((one) => () => recordPayment(system, one)),
    );
    expect(await covered()).toEqual([500, 700]);
    // The first one's, and this.
    expect((await eventTypes()).filter((type) => type === "statement.paid")).toHaveLength(2);
    expect(await checkLedger()).toEqual([]);
  });

  it("is not another one under the same reference, nor the same wire under another", async () => {
    const details = wire(10);
    await recordPayment(system, details);
    const duplicate = { code: "PAYMENT_DUPLICATE" };
    await expect(recordPayment(system, { ...details, cents: toCents(11) })).rejects.toMatchObject(
      duplicate,
    );
    const sameWire = { ...details, paymentRef: "another" };
    await expect(recordPayment(system, sameWire)).rejects.toMatchObject(duplicate);
    expect(await balance()).toBe(9_000);
  });

  it("of more than is due by the last statement waits for a second person", async () => {
    await giveTo(bank, school, 500);
    const one = operatorScope("ada");
    const { id, needsApproval } = await recordPayment(one, wire(101));
    expect([needsApproval, await balance()]).toEqual([true, 60_000]);
    expect(await approvePayment(one, id)).toBe(false);
    const { scope } = await makeMember({ kind: "school", schoolId: school }, "finance");
    expect(await approvePayment(scope, id)).toBe(false);
    expect(await approvePayment(operatorScope("grace"), id)).toBe(true);
    expect(await approvePayment(operatorScope("grace"), id)).toBe(false);
    expect(await balance()).toBe(49_900);
    // What's left over waits for the next close.
    expect(await covered()).toEqual([6_000, 4_000]);
    await closeStatements(system, bank.bankId, "now");
    const { rows } = await pool().query(
      "select sum(covered_cents)::int as sum from due_line where bank_id = $1",
      [bank.bankId],
    );
    expect(rows).toEqual([{ sum: 10_100 }]);
    expect(await checkLedger()).toEqual([]);
  });

  it("meets what the bank says it has sent; what disagrees or is missing is listed", async () => {
    const wireReference = "FT-1";
    const scope = bank.scope as NonNullable<Bank["scope"]>;
    await recordPayment(scope, wire(70, { kind: "sent", wireReference }));
    expect(await balance()).toBe(10_000);
    await recordPayment(scope, wire(5, { kind: "sent", wireReference: "FT-2" }));
    await recordPayment(system, wire(69, { wireReference }));
    await recordPayment(system, wire(2));
    const listed = await listPayments({ bankId: bank.bankId }, 10);
    expect(listed.map(({ kind, agreement }) => [kind, agreement])).toEqual([
      ["received", "not announced"],
      ["received", "amounts differ"],
      ["sent", "not received"],
      ["sent", "amounts differ"],
    ]);
    expect(await checkLedger()).toEqual([]);
  });
});

describe("a payment that comes back", () => {
  it("uncovers what it covered, and no more, and can be sent again", async () => {
    const first = wire(60);
    const { id } = await recordPayment(system, first);
    await recordPayment(system, wire(40));
    const back = { valueDate: "2026-11-20", reason: "account closed" };
    const twice = await Promise.all([
      returnPayment(system, id, back),
      returnPayment(system, id, back),
    ]);
    expect(twice.filter((one) => one !== null)).toHaveLength(1);
    expect([await balance(), await covered()]).toEqual([6_000, [0, 4_000]]);
    await recordPayment(system, { ...first, paymentRef: "again" });
    expect([await balance(), await covered()]).toEqual([0, [6_000, 4_000]]);
    expect(await eventTypes()).toContain("payment.returned");
    expect(await checkLedger()).toEqual([]);
  });

  it("is shown as overdue by its age", async () => {
    await pool().query("update statement set due_on = current_date - 45 where bank_id = $1", [
      bank.bankId,
    ]);
    await recordPayment(system, wire(60));
    expect(await readAging({ bankId: bank.bankId })).toMatchObject([
      {
        schoolId: school,
        not_due_usd: 0,
        days_1_to_30_usd: 0,
        days_31_to_60_usd: 40,
        days_over_90_usd: 0,
      },
    ]);
  });
});

describe("a foundation", () => {
  const member = async () =>
    (await makeMember({ kind: "school", schoolId: school }, "finance")).scope;
  const other = { wireReference: null, reason: "uncollectible" } as const;

  it("isn't two people if one of them uses a service key that they created", async () => {
    const tenant = { kind: "school", schoolId: school } as const;
    const [admin, other] = [await makeMember(tenant, "admin"), await member()];
    const { secret } = await makeServiceKey(tenant, "finance", admin.scope);
    const key = await authenticateServiceKey(secret, "127.0.0.1");
    if (!key) throw new Error("The key isn't usable.");
    const writeOff = wire(100, { kind: "write_off", wireReference: null, reason: "uncollectible" });
    const { id } = await recordPayment(key, writeOff);
    expect(await approvePayment(admin.scope, id)).toBe(false);
    expect(await approvePayment(key, id)).toBe(false);
    expect(await approvePayment(other, id)).toBe(true);
  });

  it("can't write off twice what is due once, whoever recorded it first", async () => {
    const [one, two] = [await member(), await member()];
    const twice = [
      wire(100, { kind: "write_off", ...other }),
      wire(100, { kind: "write_off", ...other }),
    ];
    const ids: string[] = [];
    for (const each of twice) ids.push((await recordPayment(one, each)).id);
    expect(await approvePayment(two, ids[0] as string)).toBe(true);
    await expect(approvePayment(two, ids[1] as string)).rejects.toThrow("Less than this");
    expect(await balance()).toBe(0);
    expect(await checkLedger()).toEqual([]);
  });

  it("records at most 200 payments of a bank a day", async () => {
    const finance = await member();
    await pool().query(
      `insert into payment (id, bank_id, school_id, kind, cents, value_date, payment_ref, recorded_for, recorded_by,
         wire_reference, needs_approval)
       select gen_random_uuid(), $1, $2, 'received', 1, '2026-11-09', n::text, 'school:' || $2::text, 'x', n::text, false
       from generate_series(1, 199) n`,
      [bank.bankId, school],
    );
    await recordPayment(finance, wire(1));
    const again = recordPayment(finance, wire(1));
    await expect(again).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await recordPayment(operatorScope("grace"), wire(1));
  });

  it("can have the operator approve what it received, or withdraw it and record the wire again", async () => {
    const [finance, operator] = [await member(), operatorScope("grace")];
    const early = wire(250);
    const { id, needsApproval } = await recordPayment(finance, early);
    expect(needsApproval).toBe(true);
    const reason = "a zero too many";
    expect(await returnPayment(operator, id, { valueDate: "2026-11-10", reason })).toBe(id);
    expect(await approvePayment(operator, id)).toBe(false);
    expect(await balance()).toBe(10_000);
    const again = await recordPayment(finance, { ...early, paymentRef: randomUUID() });
    expect(await approvePayment(operator, again.id)).toBe(true);
    expect(await balance()).toBe(10_000 - 25_000);
    const writeOff = wire(1, { kind: "write_off", ...other });
    await expect(recordPayment(finance, writeOff)).rejects.toThrow("Less than this");
    expect(await checkLedger()).toEqual([]);
  });

  it("doesn't have the operator give up what is due to it", async () => {
    const { id } = await recordPayment(await member(), wire(100, { kind: "write_off", ...other }));
    expect(await approvePayment(operatorScope("grace"), id)).toBe(false);
  });

  it("doesn't record what is still to come", async () => {
    const later = wire(1, { valueDate: "2062-11-09" });
    await expect(recordPayment(await member(), later)).rejects.toThrow("This day is in the future");
  });

  it("writes off what is due with two people", async () => {
    const [one, two] = [await member(), await member()];
    const { id } = await recordPayment(one, wire(100, { kind: "write_off", ...other }));
    expect(await balance()).toBe(10_000);
    expect(await approvePayment(one, id)).toBe(false);
    expect(await approvePayment(two, id)).toBe(true);
    expect([await balance(), await covered()]).toEqual([0, [6_000, 4_000]]);
    await expect(recordPayment(one, wire(1, { kind: "write_off", ...other }))).rejects.toThrow(
      "Less than this",
    );
    expect(await eventTypes()).toContain("write_off.posted");
    expect(await checkLedger()).toEqual([]);
  });

  it("pays back a credit, and no more than that", async () => {
    const { id } = await recordPayment(operatorScope("ada"), wire(130));
    await approvePayment(operatorScope("grace"), id);
    const one = await member();
    await expect(recordPayment(one, wire(31, { kind: "refund", ...other }))).rejects.toThrow(
      "no credit",
    );
    await recordPayment(one, wire(30, { kind: "refund", ...other }));
    expect(await balance()).toBe(0);
    expect(await eventTypes()).toContain("refund.posted");
    // The payment came back after all: everything is due again, the refund included.
    await returnPayment(system, id, { valueDate: "2026-12-01", reason: "unauthorized" });
    expect([await balance(), await covered()]).toEqual([13_000, [0, 0]]);
    expect(await checkLedger()).toEqual([]);
  });

  it("doesn't record payments with a role that may not", async () => {
    const { scope } = await makeMember({ kind: "school", schoolId: school }, "processor");
    await expect(recordPayment(scope, wire(1))).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
