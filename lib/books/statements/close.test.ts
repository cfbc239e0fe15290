import { buffer, text } from "node:stream/consumers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { giveTo } from "#test/books-operations.ts";
import { isolateDatabaseWithClock } from "#test/clock.ts";
import { type Bank, makeBank, makeSchool, system } from "#test/factories.ts";
import { compareStatements, foldStatement } from "../../../packages/client/books.ts";
import { updateBank } from "../../banks/mutations.ts";
import { toCents } from "../../money.ts";
import { checkIn, checkLedger } from "../check/check.ts";
import { recordPayment } from "../payments/record.ts";
import { closeAllStatements, closeStatements } from "./close.ts";
import {
  getStatement,
  listStatements,
  readDocument,
  remittanceFile,
  statementFile,
} from "./queries.ts";

const setTime = isolateDatabaseWithClock();

let bank: Bank;
let schools: string[];
const close = (through: string | "now" | null = "now") =>
  closeStatements(system, bank.bankId, through);
const events = async () =>
  (await db().event.findMany({ where: { bankId: bank.bankId } })).map(({ body }) =>
    JSON.parse(body),
  );
const dataOf = async (id: string) =>
  JSON.parse(await text((await getStatement(bank.scope, id)).parts));

let day = 0;
beforeEach(async () => {
  // Each test has days of its own.
  day += 40;
  await setTime(new Date(Date.UTC(2026, 6, day, 12)));
  bank = await makeBank();
  schools = [await makeSchool(), await makeSchool()];
});
const later = (hours: number) => setTime(new Date(Date.now() + hours * 3_600_000));

describe("a close by command", () => {
  it("closes nothing if there is nothing new", async () => {
    await later(1);
    expect(await close()).toEqual([]);
    await giveTo(bank, schools[0] as string);
    await later(1);
    expect(await close()).toHaveLength(1);
    await later(1);
    expect(await close()).toEqual([]);
  });

  it("through a day that isn't over in the bank's time zone is refused", async () => {
    await giveTo(bank, schools[0] as string);
    const today = new Date().toISOString().slice(0, 10);
    await expect(close(today)).rejects.toThrow("isn't over");
    await later(24);
    expect(await close(today)).toHaveLength(1);
  });

  it("twice at once makes one statement", async () => {
    await giveTo(bank, schools[0] as string);
    await later(1);
    const both = await Promise.all([close(), close(), closeAllStatements(system, null)]);
    expect(both.flat().filter(({ bankId }) => bankId === bank.bankId)).toHaveLength(1);
    expect((await listStatements(bank.scope, { limit: 10 })).items).toMatchObject([{ number: 1 }]);
    const logged = { action: "statement.close", bankId: bank.bankId };
    const logs = await db().auditEntry.findMany({ where: logged });
    const teams = [`bank:${bank.bankId}`, `school:${schools[0]}`];
    expect(logs.map(({ tenant }) => tenant).sort()).toEqual(teams);
  });

  it("that was interrupted after its cut is finished by the next one, with the same interval", async () => {
    const { cut_at: from } = (
      await pool().query("select cut_at from ledger_book where id = $1", [bank.bankId])
    ).rows[0];
    await giveTo(bank, schools[0] as string);
    await later(1);
    const at = new Date();
    await pool().query("select ledger_cut($1, $2)", [bank.bankId, at]);
    const second = await giveTo(bank, schools[0] as string);
    expect((await db().donation.findUniqueOrThrow({ where: { id: second } })).completedAt).toEqual(
      at,
    );
    await later(1);
    const closed = await close();
    expect(closed).toMatchObject([
      { number: 1, from, to: at, closingUsd: 25 },
      { number: 2, from: at, closingUsd: 50 },
    ]);
    expect(await checkLedger()).toEqual([]);
  });

  it("that fails while it writes documents has closed, and the next one writes them", async () => {
    await giveTo(bank, schools[0] as string);
    await later(1);
    await pool().query("alter table statement_document rename to elsewhere");
    await expect(close()).rejects.toThrow("statement_document");
    await pool().query("alter table elsewhere rename to statement_document");
    const [one] = (await listStatements(bank.scope, { limit: 10 })).items;
    const id = one?.statement_id as string;
    await expect(getStatement(bank.scope, id)).rejects.toThrow("temporarily unavailable");
    expect(await events()).toContainEqual(expect.objectContaining({ type: "statement.closed" }));
    await later(1);
    const closed = await closeAllStatements(system, null);
    expect(closed.filter(({ bankId }) => bankId === bank.bankId)).toEqual([]);
    expect(await dataOf(id)).toMatchObject({ number: 1, lines: [{ amount_usd: 25 }] });
    expect(await checkLedger()).toEqual([]);
  });

  it("doesn't wait for another bank's that is about to be done, of the same school", async () => {
    const other = await makeBank();
    for (const one of [bank, other]) await giveTo(one, schools[0] as string);
    await later(1);
    const client = await pool().connect();
    try {
      // Whoever writes documents has the lock of its own bank, and nothing else.
      await client.query("begin");
      await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
        `close:${other.bankId}`,
      ]);
      expect(await close()).toHaveLength(1);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});

describe("a close by schedule", () => {
  it("closes every period that has ended, also one without gifts, and follows the settings of its beginning", async () => {
    await updateBank(system, bank.bankId, {
      timeZone: "Pacific/Honolulu",
      statementSchedule: "daily",
      termsDays: 5,
    });
    expect(await close(null)).toEqual([]);
    await updateBank(system, bank.bankId, {
      timeZone: "America/New_York",
      statementSchedule: "weekly",
    });
    await giveTo(bank, schools[0] as string);
    await later(24 * 8);
    const closed = await close(null);
    expect(closed.map(({ closingUsd }) => closingUsd)).toEqual(closed.map(() => 25));
    expect(closed[0]?.to.toISOString()).toMatch(/T10:00:00.000Z$/);
    expect(closed[1]?.to.toISOString()).toMatch(/T0[45]:00:00.000Z$/);
    expect(closed.length).toBeGreaterThanOrEqual(2);
    expect(await close(null)).toEqual([]);
  });
});

describe("a statement", () => {
  let id: string;
  let donations: string[];
  beforeEach(async () => {
    donations = [];
    for (const [n, dollars] of [100, 50, 25].entries()) {
      donations.push(await giveTo(bank, schools[n % 2] as string, dollars));
      await later(1);
    }
    const [closed] = await close();
    id = closed?.statementId as string;
  });

  it("names gifts by section, never people, and adds up", async () => {
    const data = await dataOf(id);
    expect(data).toMatchObject({
      status: "open",
      number: 1,
      opening_usd: 0,
      total_usd: 175,
      closing_usd: 175,
    });
    expect(data.sections.map((one: { school_id: string }) => one.school_id)).toEqual(
      schools.toSorted(),
    );
    expect(new Set(data.lines.map((line: { donation_id: string }) => line.donation_id))).toEqual(
      new Set(donations),
    );
  });

  it("is the same bytes forever, as JSON, CSV, and PDF, and each section has its own", async () => {
    const first = await Promise.all(
      (["json", "csv", "pdf"] as const).map((format) => buffer(readDocument(id, "", format))),
    );
    await recordPayment(system, {
      ...{
        bankId: bank.bankId,
        schoolId: schools[0] as string,
        kind: "received",
        cents: toCents(125),
      },
      ...{ valueDate: "2026-11-09", paymentRef: "p", wireReference: `w${day}`, reason: null },
    });
    const again = await Promise.all(
      (["json", "csv", "pdf"] as const).map((format) => buffer(readDocument(id, "", format))),
    );
    expect(again).toEqual(first);
    expect((await dataOf(id)).status).toBe("partly_paid");
    const { body, fileName } = await statementFile(bank.scope, id, "pdf");
    expect([(await text(body)).slice(0, 5), fileName]).toEqual(["%PDF-", "statement-1.pdf"]);
    const scope = { schoolId: schools[0] as string } as never;
    const csv = await text((await remittanceFile(scope, id, "csv")).body);
    const lines = csv.trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain("bank_transaction_ref,school_confirmation_id,amount_usd");
  });

  it("of another bank, or of a school without a section, doesn't exist", async () => {
    const other = await makeBank();
    await expect(getStatement(other.scope, id)).rejects.toMatchObject({
      code: "STATEMENT_NOT_FOUND",
    });
    const scope = { schoolId: await makeSchool() } as never;
    await expect(remittanceFile(scope, id, "pdf")).rejects.toMatchObject({
      code: "STATEMENT_NOT_FOUND",
    });
  });

  it("is computed by its bank from events in any order, repeated, and without those of tests", async () => {
    const all = await events();
    const sample = { ...all[0], data: { ...all[0].data, test: true, transfers: [] } };
    const shuffled = [...all, sample, ...all].toSorted((a, b) =>
      JSON.stringify(a) < JSON.stringify(b) ? 1 : -1,
    );
    const folded = foldStatement(shuffled, 1);
    expect(folded).toMatchObject({ agrees: true, closing_cents: 17_500, gaps: [] });
    expect(compareStatements(folded, await dataOf(id))).toEqual([]);
  });

  it("without one of its events names the gap, and with a changed one the line", async () => {
    const all = await events();
    const missing = all.filter(({ data }) => data.donation_id !== donations[1]);
    const { agrees, gaps } = foldStatement(missing, 1);
    expect(agrees).toBe(false);
    expect(gaps).toMatchObject([
      { school_id: schools[1], kind: "gift", expected_count: 1, found_count: 0, found_cents: 0 },
    ]);
    const changed = structuredClone(all);
    const event = changed.find(({ data }) => data.donation_id === donations[2]);
    event.data.transfers[0].bank_effect_cents += 1;
    const wrong = foldStatement(changed, 1);
    expect(wrong.gaps).toMatchObject([
      { school_id: schools[0], expected_cents: 12_500, found_cents: 12_501 },
    ]);
    expect(compareStatements(wrong, await dataOf(id))).toMatchObject([
      { ours: { bank_effect_cents: 2_501 }, theirs: { bank_effect_cents: 2_500 } },
    ]);
    expect(() => foldStatement([...all, ...changed], 1)).toThrow("different things");
    expect(() => foldStatement(all, 2)).toThrow("No event closed statement 2");
  });

  it("has its events in its interval: a replay of it brings exactly those", async () => {
    await giveTo(bank, schools[0] as string);
    const { from, to } = await dataOf(id);
    const { rows } = await pool().query(
      `select donation_id from event where bank_id = $1 and created_at >= $2 and created_at < $3`,
      [bank.bankId, from, to],
    );
    expect(new Set(rows.map((row) => row.donation_id))).toEqual(new Set(donations));
  });
});

describe("the check notices", () => {
  let id: string;
  beforeAll(async () => {
    await setTime(new Date(Date.UTC(2026, 6, 1, 12)));
    bank = await makeBank();
    schools = [await makeSchool(), await makeSchool()];
    for (const school of schools) await giveTo(bank, school);
    await later(1);
    id = (await close())[0]?.statementId as string;
    await recordPayment(system, {
      ...{
        bankId: bank.bankId,
        schoolId: schools[0] as string,
        kind: "received",
        cents: toCents(20),
      },
      ...{ valueDate: "2026-07-02", paymentRef: "check", wireReference: "check", reason: null },
    });
    await later(1);
    expect(await checkLedger()).toEqual([]);
  });

  const transfer =
    "(select id from ledger_transfer where book_id = $1 and kind = 'gift' order by posted_at limit 1)";
  it.each<[what: string, statement: string, checks: string[]]>([
    [
      "a posting left out",
      `delete from ledger_transfer where id = ${transfer}`,
      ["gift_not_posted", "lines_add_up", "events_and_ledger", "digest"],
    ],
    [
      "a posting twice",
      `insert into ledger_transfer select gen_random_uuid(), book_id, debit_id, credit_id, cents, kind, gen_random_uuid(), gift_id,
         null, occurred_at, posted_at from ledger_transfer where id = ${transfer}`,
      ["gift_not_completed", "lines_add_up", "events_and_ledger", "digest"],
    ],
    [
      "a posting of another amount",
      `update ledger_transfer set cents = cents + 1 where id = ${transfer}`,
      ["gift_not_posted", "lines_add_up", "events_and_ledger", "digest"],
    ],
    [
      "a posting the wrong way round",
      `update ledger_transfer set debit_id = credit_id, credit_id = debit_id where id = ${transfer}`,
      ["transfer_against_rules"],
    ],
    [
      "a posting behind the cut",
      `update ledger_transfer set posted_at = now() where id = ${transfer}`,
      ["gift_not_posted", "lines_add_up", "events_and_ledger", "digest"],
    ],
    [
      "a posting on no statement",
      `update ledger_transfer set posted_at = '2020-01-01' where id = ${transfer}`,
      ["on_no_statement"],
    ],
    [
      "a payment that isn't posted",
      "delete from ledger_transfer where book_id = $1 and kind = 'payment'",
      ["payment_not_posted", "events_and_ledger"],
    ],
    [
      "a statement cut by another clock",
      "update ledger_book set cut_at = previous_cut_at where id = $1",
      ["statement_cut"],
    ],
    [
      "a number skipped",
      "update statement_counter set last_number = last_number + 1 where series = 'bank:' || $1::uuid",
      ["numbers_complete"],
    ],
    [
      "a posting on two statements",
      `insert into statement (id, bank_id, number, from_at, to_at, time_zone, due_on, closed_at, opening_cents, total_cents,
         payments_cents, returns_cents, refunds_cents, write_offs_cents, closing_cents, previous_digest, digest)
       select gen_random_uuid(), bank_id, 2, from_at - interval '1 second', to_at, time_zone, due_on, closed_at,
         closing_cents, 0, 0, 0, 0, 0, closing_cents, digest, digest from statement where bank_id = $1`,
      ["statement_chain", "lines_add_up", "digest", "numbers_complete"],
    ],
    [
      "a wrong opening",
      "update statement set opening_cents = 1, closing_cents = closing_cents + 1 where bank_id = $1",
      ["statement_chain", "sections_add_up"],
    ],
    [
      "a section that doesn't add up",
      "update statement_section set opening_cents = 1, closing_cents = closing_cents + 1 where bank_id = $1 and covered_cents > 0",
      ["section_chain", "sections_add_up", "digest"],
    ],
    [
      "coverage without a payment",
      "update due_line set covered_cents = cents where bank_id = $1",
      ["coverage_of_lines", "coverage_of_sections"],
    ],
    [
      "a gift that was left out of what is due",
      `with line as (select * from due_line where bank_id = $1 and covered_cents = 0 limit 1),
         gone as (delete from due_line using line where due_line.id = line.id)
       update statement_section s set net_cents = net_cents - line.cents from line
       where s.statement_id = line.statement_id and s.school_id = line.school_id`,
      ["coverage_of_sections"],
    ],
    [
      "money that covers nothing",
      "update payment set free_cents = 1 where bank_id = $1",
      ["coverage_of_payments", "covered_less_than_possible"],
    ],
    [
      "an event that says something else",
      `update event set body = replace(body, '"bank_effect_cents":2500', '"bank_effect_cents":2501') where bank_id = $1`,
      ["events_and_ledger"],
    ],
  ])("%s", async (_, text, checks) => {
    const target = (await pool().query("select bank_id from statement where id = $1", [id])).rows[0]
      .bank_id;
    const client = await pool().connect();
    try {
      // Whoever goes around the database's own guards.
      await client.query("begin");
      await client.query("set local session_replication_role = replica");
      await client.query(text, [target]);
      const found = new Set((await checkIn(client)).map(({ check }) => check));
      for (const check of checks) expect([...found]).toContain(check);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
