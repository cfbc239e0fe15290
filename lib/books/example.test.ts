/** The example in the guide to the books, to the cent and to the day. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { push } from "#test/attempts.ts";
import { isolateDatabaseWithClock } from "#test/clock.ts";
import {
  type Bank,
  donationBody,
  donationRequestOf,
  makeBank,
  makeSchool,
  system,
} from "#test/factories.ts";
import { type FoldedStatement, foldStatement } from "../../packages/client/books.ts";
import { requestDonation } from "../donations/accept/mutations.ts";
import { getDonation } from "../donations/history/queries.ts";
import { toCents } from "../money.ts";
import { checkLedger } from "./check/check.ts";
import { recordPayment } from "./payments/record.ts";
import { reverseGift } from "./reversals.ts";
import { closeAllStatements } from "./statements/close.ts";
import { listAllStatements } from "./statements/queries.ts";

const setTime = isolateDatabaseWithClock();

let bank: Bank;
const [A, B] = ["school-a", "school-b"] as const;

async function give(at: string, school: string, dollars: number): Promise<string> {
  await setTime(at);
  const body = donationRequestOf(donationBody(school, { dollar_amount: dollars }));
  const { donation_id: id } = await requestDonation(bank.scope, body);
  await push(id);
  return id;
}

async function receive(at: string, schoolId: string, dollars: number): Promise<string> {
  await setTime(at);
  const reference = { paymentRef: `${schoolId} ${at}`, wireReference: `wire ${at}`, reason: null };
  const details = {
    bankId: bank.bankId,
    schoolId,
    kind: "received",
    cents: toCents(dollars),
  } as const;
  const valueDate = at.slice(0, 10);
  return (await recordPayment(system, { ...details, ...reference, valueDate })).id;
}

async function close(at: string) {
  await setTime(at);
  return closeAllStatements(system, null);
}

const statementOf = async (number: number) => {
  const all = await listAllStatements({ bankId: bank.bankId }, 10);
  return all.find((one) => one.number === number);
};
const sectionsOf = async (number: number) => {
  const { rows } = await pool().query(
    `select x.school_id, x.opening_cents, x.closing_cents, x.net_cents, x.covered_cents from statement_section x
     join statement s on s.id = statement_id where s.number = $1 order by 1`,
    [number],
  );
  return Object.fromEntries(rows.map(({ school_id, ...row }) => [school_id, row]));
};
const datesOf = async (id: string) => {
  const { rows } = await pool().query("select cents, covered_cents from due_line where id = $1", [
    id,
  ]);
  const { cleared_on, remitted_on, statement_id } = await getDonation(bank.scope, id);
  return rows[0] && { ...rows[0], cleared: cleared_on, remitted: remitted_on, statement_id };
};

async function fold(number: number): Promise<FoldedStatement> {
  const events = await db().event.findMany({ where: { bankId: bank.bankId } });
  return foldStatement(
    events.map(({ body }) => JSON.parse(body)),
    number,
  );
}

describe("October and November", () => {
  const gifts: Record<string, string> = {};
  beforeAll(async () => {
    await setTime("2026-10-02T12:00:00Z");
    bank = await makeBank();
    for (const id of [A, B]) await makeSchool({ id });
    gifts.hundred = await give("2026-10-05T14:00:00Z", A, 100);
    gifts.fifty = await give("2026-10-12T14:00:00Z", A, 50);
    gifts.twentyFive = await give("2026-10-20T14:00:00Z", A, 25);
    gifts.forty = await give("2026-11-01T03:59:59.999Z", B, 40);
  });

  it("October closes with what each foundation is owed", async () => {
    expect(await close("2026-11-01T03:59:59.999Z")).toEqual([]);
    const [closed, ...others] = await close("2026-11-01T04:00:00Z");
    expect(others).toEqual([]);
    expect(closed).toMatchObject({
      number: 1,
      closingUsd: 215,
      to: new Date("2026-11-01T04:00:00Z"),
    });
    expect(await statementOf(1)).toMatchObject({
      status: "open",
      opening_usd: 0,
      total_usd: 215,
      due_on: "2026-12-01",
    });
    expect(await sectionsOf(1)).toMatchObject({
      [A]: { closing_cents: 17_500 },
      [B]: { closing_cents: 4_000 },
    });
  });

  it("A receives $150 on November 9, which covers the oldest gifts", async () => {
    await receive("2026-11-09T15:00:00Z", A, 150);
    expect(await statementOf(1)).toMatchObject({ status: "partly_paid" });
    expect(await datesOf(gifts.hundred as string)).toMatchObject({
      covered_cents: 10_000,
      cleared: "2026-11-09",
    });
    expect(await datesOf(gifts.fifty as string)).toMatchObject({
      covered_cents: 5_000,
      cleared: "2026-11-09",
    });
    expect(await datesOf(gifts.twentyFive as string)).toMatchObject({
      covered_cents: 0,
      cleared: null,
    });
  });

  it("the $50 gift is reversed on November 12, which sets free what covers the $25 at once", async () => {
    await setTime("2026-11-12T15:00:00Z");
    const reversal = {
      giftId: gifts.fifty as string,
      correctionId: randomUUID(),
      cents: toCents(50),
    };
    await transaction((tx) => reverseGift(tx, reversal));
    expect(await datesOf(gifts.fifty as string)).toMatchObject({
      cents: 0,
      covered_cents: 0,
      cleared: "2026-11-09",
    });
    expect(await datesOf(gifts.twentyFive as string)).toMatchObject({
      covered_cents: 2_500,
      cleared: "2026-11-09",
    });
    expect(await sectionsOf(1)).toMatchObject({
      [A]: { net_cents: 12_500, covered_cents: 12_500 },
    });
  });

  it("November closes with $5 at A and $40 at B, and October waits for B", async () => {
    gifts.thirty = await give("2026-11-20T15:00:00Z", A, 30);
    expect(await datesOf(gifts.thirty as string)).toBeUndefined();
    expect(await close("2026-12-01T05:00:00Z")).toMatchObject([{ number: 2, closingUsd: 45 }]);
    expect(await sectionsOf(2)).toMatchObject({
      [A]: { opening_cents: 17_500, closing_cents: 500, net_cents: 3_000, covered_cents: 2_500 },
      [B]: { opening_cents: 4_000, closing_cents: 4_000, net_cents: 0 },
    });
    expect(await datesOf(gifts.thirty as string)).toMatchObject({
      cents: 3_000,
      covered_cents: 2_500,
    });
    expect([await statementOf(1), await statementOf(2)]).toMatchObject([
      { status: "partly_paid", closing_usd: 215 },
      {
        status: "partly_paid",
        opening_usd: 215,
        total_usd: -20,
        payments_usd: -150,
        closing_usd: 45,
      },
    ]);
  });

  it("October is paid once B has received its $40", async () => {
    await receive("2026-12-03T15:00:00Z", B, 40);
    expect(await statementOf(1)).toMatchObject({ status: "paid" });
    const events = await db().event.findMany({
      where: { bankId: bank.bankId, type: "statement.paid" },
    });
    expect(events.map(({ body }) => JSON.parse(body).data)).toMatchObject([
      { number: 1, status: "paid" },
    ]);
  });

  it("the bank computes October from its events, to the digest", async () => {
    const october = await fold(1);
    expect(october).toMatchObject({ agrees: true, closing_cents: 21_500, gaps: [] });
    expect(october.digest).toBe((await statementOf(1))?.digest);
  });

  it("nothing is wrong with the books, but that the reversal is in no event yet", async () => {
    expect(await checkLedger()).toMatchObject([
      { check: "events_and_ledger", difference: "posted, but in no event" },
    ]);
  });
});
