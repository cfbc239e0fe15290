/** What counts of gifts, after random reversals and a cancellation, is the same everywhere: the sum of what is left of each. */
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { listUnacceptedLinks } from "#lib/accounts/acceptance/queries.ts";
import { getAccount } from "#lib/accounts/queries.ts";
import { updateBank } from "#lib/banks/mutations.ts";
import { unpaidOf } from "#lib/banks/sql.ts";
import { listGifts, listGiftsWithTotals, readToday } from "#lib/batches/queries.ts";
import { getCardholderProfile, listLoyaltyAccounts } from "#lib/cardholders/profile/queries.ts";
import { raw } from "#lib/database/expressions.ts";
import { pool } from "#lib/database/pool.ts";
import { onlyRow, run } from "#lib/database/run.ts";
import {
  getCardholderDonation,
  getDonation,
  listYearOfGiving,
  sumGivingOf,
} from "#lib/donations/history/queries.ts";
import { sumByPeriod } from "#lib/donations/history/sql.ts";
import { readGiftOverview } from "#lib/donations/overview/queries.ts";
import {
  countThanked,
  countToThank,
  listToThank,
  markThanked,
} from "#lib/donors/acknowledgments.ts";
import { listDonors } from "#lib/donors/donors.ts";
import { asCents } from "#lib/money.ts";
import { getStatement } from "#lib/receipts/statements/queries.ts";
import { getReconciliation, reconciliationCsv } from "#lib/reconciliation/queries.ts";
import { givenCsv } from "#lib/reports/files.ts";
import { readPeriod } from "#lib/reports/period.ts";
import { readBoardReport, readGiven, readReport, readReportSchool } from "#lib/reports/queries.ts";
import { readSchoolTotals } from "#lib/schools/totals.ts";
import { push } from "#test/attempts.ts";
import { give } from "#test/batches.ts";
import { ask } from "#test/corrections.ts";
import { makeCardholder, makeSchool, system } from "#test/factories.ts";
import { randomOf, SEED } from "#test/random.ts";
import { reverse } from "#test/reversals.ts";
import { makeMember } from "#test/staff.ts";

const GIFTS = 8;
const today = () => new Date().toISOString().slice(0, 10);

/** A person's gifts: some reversed in parts, one in full, and one canceled. */
async function makeGifts() {
  const random = randomOf(SEED, "net amounts");
  const [person, schoolId] = [await makeCardholder(), await makeSchool()];
  const member = await makeMember({ kind: "school", schoolId }, "processor");
  const giveCents = (cents: number) =>
    give(
      { schoolId, bank: person.bank },
      { service_user_id: person.accountId, dollar_amount: cents / 100 },
    );
  const net = new Map<string, number>();
  for (let n = 0; n < GIFTS; n++) {
    // Without the cents that the sandbox reacts to.
    const cents = 100 * (10 + random.below(200)) + random.below(60);
    const id = await giveCents(cents);
    await push(id);
    net.set(id, cents);
  }
  const reverseSome = async (id: string, cents: number) => {
    await reverse(id, cents);
    net.set(id, (net.get(id) as number) - cents);
  };
  const [first = "", ...rest] = net.keys();
  await reverseSome(first, net.get(first) as number);
  for (const id of rest) {
    for (let parts = random.below(3); parts > 0; parts--) {
      const cents = 1 + random.below((net.get(id) as number) - 1);
      await reverseSome(id, cents % 100 < 60 ? cents : cents - 40);
    }
  }
  const canceled = await giveCents(5_000);
  await ask(system, canceled, { kind: "cancel" });
  const cents = [...net.values()].reduce((sum, one) => sum + one, 0);
  return { person, schoolId, member, net, canceled, cents };
}

let made: Awaited<ReturnType<typeof makeGifts>>;
beforeAll(async () => {
  made = await makeGifts();
});

const centsOf = (usd: number) => Math.round(usd * 100);
const sumOf = (amounts: number[]) => amounts.reduce((sum, one) => sum + one, 0);

/** A CSV file's column. */
async function columnOf(body: NodeJS.ReadableStream, name: string): Promise<string[]> {
  const [header = "", ...lines] = (await text(body as never))
    .replace("\ufeff", "")
    .trim()
    .split("\r\n");
  const at = header.split(",").indexOf(name);
  return lines.map((line) => line.split(",")[at] as string);
}

/** Every reader of a total, in cents. */
const READERS: Record<string, (gifts: typeof made) => Promise<number>> = {
  "the person's profile": async ({ person }) =>
    centsOf((await getCardholderProfile(person.scope)).lifetime_donated_usd),
  "their accounts": async ({ person }) =>
    centsOf((await listLoyaltyAccounts(person.scope))[0]?.lifetime_donated_usd as number),
  "their account at the bank": async ({ person }) =>
    centsOf((await getAccount(person.bank.scope, person.accountId)).lifetime_donated_usd),
  "the school's public total": async ({ schoolId }) =>
    (await readSchoolTotals([schoolId])).get(schoolId) as number,
  "what the bank owes": async ({ person: { bank } }) => {
    const owed = raw<{ cents: number }>(
      sql`select ${unpaidOf(sql`${bank.bankId}::uuid`)} as cents`,
    );
    return onlyRow(await run(owed)).cents;
  },
  "their sums": async ({ person, schoolId }) =>
    (await sumGivingOf(person.scope, schoolId)).givenCents,
  "their last twelve months": async ({ person }) =>
    (await listYearOfGiving(person.scope, "UTC")).schools[0]?.totalCents as number,
  // A day that isn't whole is read gift by gift.
  "their gifts since a moment": async ({ person: { cardholderId } }) => {
    const starts = [new Date(Date.now() - 600_000)];
    return (await sumByPeriod({ cardholderId, starts }))[0]?.givenCents as number;
  },
  "what an API key has given today": async ({ person: { bank, accountId } }) => {
    const marked = "update donation set limit_key_id = 'key' where account_id = $1";
    await pool().query(marked, [accountId]);
    await updateBank(system, bank.bankId, { maxKeyDailyCents: asCents(10_000_000) });
    const read = "select key_cents ->> 'key' as cents from bank_limit where bank_id = $1";
    return Number((await pool().query(read, [bank.bankId])).rows[0].cents);
  },
  "their year's statement": async ({ person }) =>
    centsOf((await getStatement(person.scope, new Date().getFullYear())).total_usd),
  "links they haven't accepted": async ({ person }) => {
    await pool().query("update account set accepted_at = null where id = $1", [person.accountId]);
    await pool().query("update donation set attributed = false where account_id = $1", [
      person.accountId,
    ]);
    const [link] = await listUnacceptedLinks(person.scope);
    await pool().query("update account set accepted_at = now() where id = $1", [person.accountId]);
    await pool().query("update donation set attributed = true where account_id = $1", [
      person.accountId,
    ]);
    return centsOf(link?.gifts.usd as number);
  },
  "the bank's day": async ({ person }) => {
    const query = { date: today(), basis: "accepted", limit: 50 } as const;
    const { items, summary } = await getReconciliation(person.bank.scope, query);
    expect(summary.totals.canceled).toMatchObject({ count: 1, net_usd: 0 });
    expect(centsOf(summary.totals.all.net_usd)).toBe(
      sumOf(items.map((row) => centsOf(row.net_usd))),
    );
    return centsOf(summary.totals.completed.net_usd);
  },
  "the bank's file of what settled": async ({ person }) => {
    const { body } = await reconciliationCsv(person.bank.scope, {
      date: today(),
      basis: "settled",
    });
    const column = await columnOf(body as never, "net_usd");
    expect(column).toHaveLength(GIFTS + 1);
    return sumOf(column.map((usd) => centsOf(Number(usd))));
  },
  "today's gifts at the school": async ({ member }) => {
    const times = { today: new Date(Date.now() - 3_600_000), recently: new Date(0) };
    return (await readGiftOverview(member.scope, times)).today.cents;
  },
  "the school's month": async ({ member }) => {
    const { days } = (await readToday(member.scope, "UTC")) as unknown as {
      days: { confirmed: number }[];
    };
    return sumOf(days.map(({ confirmed }) => confirmed));
  },
  "a list of its gifts": async ({ member }) =>
    (await listGiftsWithTotals(member.scope, { limit: 50 })).cents,
  "a list of its gifts in pages": async ({ member }) =>
    (await listGiftsWithTotals(member.scope, { limit: 3 })).cents,
  "its gifts one by one": async ({ member }) => {
    const { items } = await listGifts(member.scope, { limit: 50 });
    return sumOf(items.map((gift) => centsOf(gift.net_usd)));
  },
  "its donors": async ({ member }) => {
    const { items } = await listDonors(member.scope, { text: undefined, limit: 50 });
    expect(items).toMatchObject([{ giftCount: GIFTS }]);
    return items[0]?.confirmedCents as number;
  },
  "gifts to thank for": async ({ member }) =>
    (await countToThank(member.scope, { until: new Date() })).cents,
  "the list of those": async ({ member }) => {
    const { items } = await listToThank(member.scope, { until: new Date() }, { limit: 50 });
    // One has nothing left.
    expect(items).toHaveLength(GIFTS - 1);
    return sumOf(items.map(({ netCents }) => netCents));
  },
  "gifts thanked for": async ({ member }) => {
    await markThanked(member.scope, { ids: null, expected: GIFTS, until: new Date() });
    return (await countThanked(member.scope, {})).cents;
  },
  "its report": async ({ member }) => {
    const school = await readReportSchool(member.scope);
    const month = readPeriod({ month: school.today.slice(0, 7) }, school.today);
    const { confirmed, times, funds, banks } = await readReport(member.scope, school, month);
    for (const groups of [times, funds, banks]) {
      expect(sumOf(groups.map(({ cents }) => cents))).toBe(confirmed.cents);
    }
    return confirmed.cents;
  },
  "the largest in its board's report": async ({ member }) => {
    const { largest, report } = await readBoardReport(member.scope, { month: today().slice(0, 7) });
    const nets = [...made.net.values()].sort((a, b) => b - a);
    const expected = nets.filter((cents) => cents > 0).slice(0, largest.length);
    expect(largest.map(({ cents }) => cents)).toEqual(expected);
    return report.confirmed.cents;
  },
  "what was given in its year": async ({ member }) => {
    const school = await readReportSchool(member.scope);
    const year = readPeriod({ year: school.today.slice(0, 4) }, school.today);
    const { all, confirmed, byName } = await readGiven(member.scope, school, year);
    expect([all.count, byName.cents]).toEqual([GIFTS, all.cents]);
    return confirmed.cents;
  },
  "the file of that": async ({ member }) => {
    const { body } = await givenCsv(member.scope, { year: today().slice(0, 4) });
    return sumOf((await columnOf(body as never, "amount")).map((usd) => centsOf(Number(usd))));
  },
};

it.each(Object.entries(READERS))("%s", async (_what, read) => {
  expect(await read(made)).toBe(made.cents);
});

it("a gift shows what was given, reversed, and left, to its bank and its donor", async () => {
  const { person, net, canceled } = made;
  for (const [id, cents] of net) {
    for (const gift of [
      await getDonation(person.bank.scope, id),
      await getCardholderDonation(person.scope, id),
    ]) {
      expect(centsOf(gift.net_usd)).toBe(cents);
      expect(centsOf(gift.dollar_amount - gift.reversed_usd)).toBe(cents);
    }
  }
  expect(await getDonation(person.bank.scope, canceled)).toMatchObject({
    status: "canceled",
    net_usd: 0,
  });
});
