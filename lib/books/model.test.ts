/** Random sequences of gifts, closes, and payments, against a model of what is due and covered. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { operatorScope } from "#lib/auth/scopes.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { giveTo } from "#test/books-operations.ts";
import { isolateDatabaseWithClock } from "#test/clock.ts";
import { type Bank, makeBank, makeSchool, system } from "#test/factories.ts";
import { SEED } from "#test/random.ts";
import { foldStatement } from "../../packages/client/books.ts";
import { asCents } from "../money.ts";
import { checkLedger } from "./check/check.ts";
import { approvePayment, recordPayment, returnPayment } from "./payments/record.ts";
import { closeStatements } from "./statements/close.ts";

const setTime = isolateDatabaseWithClock();
const RUNS = Number(process.env.MODEL_RUNS ?? 5);

type Payment = { id: string; school: number; cents: number; isBack: boolean };

/** What is due to each of two schools: by all transfers, at the last close, and since then apart from gifts. */
class Model {
  readonly due = [0, 0];
  readonly closed = [0, 0];
  readonly payments: Payment[] = [];
  statements = 0;
  isNew = false;

  gift(school: number, cents: number): void {
    this.due[school] = this.of(school) + cents;
    this.isNew = true;
  }
  /** What is posted besides gifts counts at once. */
  other(school: number, cents: number): void {
    this.gift(school, cents);
    this.closed[school] = (this.closed[school] ?? 0) + cents;
  }
  close(): void {
    if (!this.isNew) return;
    this.statements += 1;
    this.isNew = false;
    for (const school of [0, 1]) this.closed[school] = this.of(school);
  }
  of = (school: number): number => this.due[school] ?? 0;
}

type Real = { bank: Bank; schools: string[]; at: Date; count: number };
type Command = fc.AsyncCommand<Model, Real>;

const second = operatorScope("second");
const schoolOf = ({ schools }: Real, school: number) => schools[school] as string;

const details = (
  real: Real,
  school: number,
  kind: "received" | "refund" | "write_off",
  cents: number,
) => {
  // The operator has one set of references for all runs.
  const ref = `${kind}-${real.count++}-${real.bank.bankId}`;
  const [wireReference, reason] = [
    kind === "received" ? ref : null,
    kind === "write_off" ? "agreed" : null,
  ];
  const of = { bankId: real.bank.bankId, schoolId: schoolOf(real, school), kind };
  return {
    ...of,
    cents: asCents(cents),
    valueDate: "2026-07-01",
    paymentRef: ref,
    wireReference,
    reason,
  };
};

/** The balance by the ledger, and what payments have left where something is open, which must be nothing. */
async function agree(model: Model, real: Real): Promise<void> {
  const { rows } = await pool().query(
    `select a.party, sum(case when a.kind = 'due_from_bank' then t.cents else -t.cents end)::int as due
     from ledger_transfer t join ledger_account a on a.id = t.debit_id where t.book_id = $1 group by 1`,
    [real.bank.bankId],
  );
  for (const school of [0, 1]) {
    const found = rows.find(({ party }) => party === schoolOf(real, school))?.due ?? 0;
    expect(found).toBe(model.of(school));
  }
}

const command = (name: string, run: (model: Model, real: Real) => Promise<void>): Command => ({
  check: () => true,
  run: async (model, real) => {
    await run(model, real);
    await agree(model, real);
  },
  toString: () => name,
});

const gift = (school: number, dollars: number) =>
  command(`gift of ${dollars} to ${school}`, async (model, real) => {
    await giveTo(real.bank, schoolOf(real, school), dollars);
    model.gift(school, dollars * 100);
  });

const payment = (school: number, kind: "received" | "refund" | "write_off", cents: number) =>
  command(`${kind} of ${cents} by ${school}`, async (model, real) => {
    const sent = details(real, school, kind, cents);
    const due = model.closed[school] ?? 0;
    const isRefused = kind === "refund" ? cents > -due : kind === "write_off" && cents > due;
    if (isRefused) return void (await expect(recordPayment(system, sent)).rejects.toThrow());
    const recorded = await recordPayment(system, sent);
    const waits = kind === "write_off" || (kind === "received" && cents > due);
    expect(recorded.postedAt === null).toBe(waits);
    expect((await recordPayment(system, sent)).id).toBe(recorded.id);
    if (waits) expect(await approvePayment(second, recorded.id)).toBe(true);
    model.other(school, kind === "refund" ? cents : -cents);
    if (kind === "received") model.payments.push({ id: recorded.id, school, cents, isBack: false });
  });

const comeBack = (n: number) =>
  command(`payment ${n} comes back`, async (model, real) => {
    const found = model.payments[n % Math.max(1, model.payments.length)];
    if (!found || real.count === 0) return;
    const returned = await returnPayment(system, found.id, {
      valueDate: "2026-07-01",
      reason: "x",
    });
    expect(returned === null).toBe(found.isBack);
    if (!found.isBack) model.other(found.school, found.cents);
    found.isBack = true;
  });

/** The clock may step back in between: what is posted then counts as of the last cut. */
const close = (minutes: number) =>
  command(`close after ${minutes} minutes`, async (model, real) => {
    real.at = new Date(real.at.getTime() + Math.abs(minutes) * 60_000);
    await setTime(real.at);
    const closed = await closeStatements(system, real.bank.bankId, "now");
    if (minutes < 0) await setTime(new Date(real.at.getTime() + minutes * 60_000));
    model.close();
    const { rows } = await pool().query(
      "select number, closing_cents::int as due from statement where bank_id = $1 order by number desc limit 1",
      [real.bank.bankId],
    );
    expect(closed.length).toBeLessThanOrEqual(1);
    expect(rows[0]?.number ?? 0).toBe(model.statements);
    expect(rows[0]?.due ?? 0).toBe((model.closed[0] ?? 0) + (model.closed[1] ?? 0));
  });

/** Every statement, from its bank's events, in a random order and each twice. */
async function foldAll({ bank }: Real, model: Model): Promise<void> {
  const rows = await db().event.findMany({ where: { bankId: bank.bankId } });
  const all = rows.map(({ body }) => JSON.parse(body));
  const shuffled = [...all, ...all].sort(() => Math.random() - 0.5);
  for (let number = 1; number <= model.statements; number++)
    expect(foldStatement(shuffled, number)).toMatchObject({ agrees: true, gaps: [] });
}

const school = fc.integer({ min: 0, max: 1 });
const cents = fc.integer({ min: 1, max: 9_000 });
const COMMANDS = [
  fc.tuple(school, fc.integer({ min: 5, max: 90 })).map((of) => gift(...of)),
  fc.tuple(school, fc.constant("received" as const), cents).map((of) => payment(...of)),
  fc
    .tuple(school, fc.constantFrom("refund" as const, "write_off" as const), cents)
    .map((of) => payment(...of)),
  fc.nat(10).map(comeBack),
  fc.integer({ min: -30, max: 600 }).map((minutes) => close(minutes || 1)),
];

it(
  "says what is due and covered as the model does, and every statement folds from events",
  async () => {
    let month = 0;
    const run = async (commands: Iterable<Command>) => {
      // A month of its own, which its clock doesn't leave.
      const at = new Date(Date.UTC(2026, 6 + month++, 2, 12));
      await setTime(at);
      const real: Real = {
        bank: await makeBank(),
        schools: [await makeSchool(), await makeSchool()],
        at,
        count: 0,
      };
      const model = new Model();
      // Each has a gift, without which there is nothing to pay.
      for (const n of [0, 1]) await gift(n, 10).run(model, real);
      await fc.asyncModelRun(() => ({ model, real }), commands);
      await close(1).run(model, real);
      expect(await checkLedger()).toEqual([]);
      await foldAll(real, model);
    };
    const property = fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 40 }), run);
    await fc.assert(property, { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: 600_000 });
  },
  RUNS * 30_000,
);
