import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { call, violationsIn } from "#test/api.ts";
import { push } from "#test/attempts.ts";
import {
  type Bank,
  donationBody,
  linkBody,
  makeAccount,
  makeBank,
  makeSchool,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("listDonations");
const request = operation("requestDonation");
const get = operation("getDonation");

let bank: Bank;
let account: string;
let schools: string[];
const references: string[] = [];
const ids: string[] = [];
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

/** Six donations a minute apart: to two schools alternately, the even ones from an account, half completed. */
beforeAll(async () => {
  bank = await makeBank();
  account = await makeAccount(bank);
  schools = [await makeSchool(), await makeSchool()];
  for (let n = 0; n < 6; n++) {
    const body = donationBody(schools[n % 2] as string, n % 2 ? {} : { service_user_id: account });
    const { donation_id: id } = (await call(request, { key: bank.key, body })).body.data;
    await db().donation.update({ where: { id }, data: { createdAt: at(n) } });
    if (n < 3) await push(id);
    references.unshift(body.bank_transaction_ref);
    ids.unshift(id);
  }
});

const list = async (query: Record<string, string> = {}, key = bank.key) => {
  const { status, body } = await call(tested, { key, query });
  expect(status).toBe(200);
  return { ...body, ids: body.data.map((row: { donation_id: string }) => row.donation_id) };
};

it("lists newest first, each as GET returns it, with the exact total", async () => {
  const page = await list();
  expect(page.ids).toEqual(ids);
  expect(page.meta).toMatchObject({ total: 6, limit: 50, next_cursor: null });
  for (const row of page.data) {
    const params = { donation_id: row.donation_id };
    expect(row).toEqual((await call(get, { key: bank.key, params })).body.data);
  }
});

describe("filters", () => {
  it.each([
    ["status", () => ({ status: "completed" }), [3, 4, 5]],
    ["status without donations", () => ({ status: "failed" }), []],
    ["reference", () => ({ bank_transaction_ref: references[1] as string }), [1]],
    ["unknown reference", () => ({ bank_transaction_ref: "none" }), []],
    ["school", () => ({ school_id: schools[0] as string }), [1, 3, 5]],
    ["unknown school", () => ({ school_id: "none" }), []],
    ["account", () => ({ service_user_id: account }), [1, 3, 5]],
    ["from", () => ({ from: at(4).toISOString() }), [0, 1]],
    ["to", () => ({ to: at(2).toISOString() }), [4, 5]],
    ["the earliest time", () => ({ from: "0001-01-01T00:00:00Z" }), [0, 1, 2, 3, 4, 5]],
    ["the latest time", () => ({ from: "9999-12-31T23:59:59.999Z" }), []],
    [
      "from first to last",
      () => ({ from: "0001-01-01T00:00:00.001Z", to: "9999-12-31T23:59:59.999Z" }),
      [0, 1, 2, 3, 4, 5],
    ],
    ["school and status", () => ({ school_id: schools[1] as string, status: "pending" }), [0, 2]],
    [
      "all together",
      () => ({
        service_user_id: account,
        school_id: schools[0] as string,
        status: "completed",
        from: at(1).toISOString(),
        to: at(3).toISOString(),
      }),
      [3],
    ],
  ])("by %s return only matches, and count them", async (_, query, positions) => {
    const page = await list(query());
    expect(page.ids).toEqual(positions.map((position) => ids[position]));
    expect(page.meta.total).toBe(positions.length);
  });

  it("by customer, email address, and amount return only matches, and count them", async () => {
    const own = await makeBank();
    const school = schools[0] as string;
    const link = (bank_user_id: string, email: string) => ({ ...linkBody(), bank_user_id, email });
    const idByName = new Map<string, string>();
    const give = async (name: string, service_user_id?: string, dollar_amount = 25) => {
      const body = donationBody(school, {
        dollar_amount,
        ...(service_user_id ? { service_user_id } : {}),
      });
      idByName.set(name, (await call(request, { key: own.key, body })).body.data.donation_id);
    };
    const one = (await linkAccount(own.scope, link("C-1", "Pat.One@Example.com"))).service_user_id;
    const two = (await linkAccount(own.scope, link("c-1", "pat.one@example.com"))).service_user_id;
    await give("one", one);
    await give("two", two, 25.1);
    await give("house", undefined, 25.1);
    const expectNames = async (query: Record<string, string>, names: string[]) => {
      const page = await list(query, own.key);
      expect(page.ids, JSON.stringify(query)).toEqual(names.map((name) => idByName.get(name)));
      expect(page.meta.total).toBe(names.length);
    };
    await expectNames({ bank_user_id: "C-1" }, ["one"]);
    await expectNames({ bank_user_id: "C-1", email: "pat.one@example.com" }, ["one"]);
    await expectNames({ bank_user_id: "C-1", service_user_id: two }, []);
    await expectNames({ email: "PAT.ONE@example.COM" }, ["two", "one"]);
    await expectNames({ email: "pat.one@example" }, []);
    await expectNames({ email: "%" }, []);
    await expectNames({ dollar_amount: "25.10" }, ["house", "two"]);
    await expectNames({ dollar_amount: "25.1", email: "pat.one@example.com" }, ["two"]);
    await expectNames({ dollar_amount: "25", from: "2026-01-01T00:00:00Z" }, ["one"]);
    await expectNames({ dollar_amount: "0" }, []);
    await expectNames({ dollar_amount: "9".repeat(400) }, []);
    for (const query of [{ bank_user_id: "C-1" }, { email: "pat.one@example.com" }]) {
      expect(await list(query as never)).toMatchObject({ data: [], meta: { total: 0 } });
    }
  });

  it("apply across pages", async () => {
    const query = { school_id: schools[0] as string, limit: "2" };
    const first = await list(query);
    const second = await list({ ...query, cursor: first.meta.next_cursor });
    expect([...first.ids, ...second.ids]).toEqual([ids[1], ids[3], ids[5]]);
    expect(second.meta).toMatchObject({ total: 3, next_cursor: null });
  });

  it("never match another bank's donations", async () => {
    const stranger = await makeBank();
    for (const query of [{}, { service_user_id: account }, { bank_transaction_ref: references[0] }])
      expect(await list(query as Record<string, string>, stranger.key)).toMatchObject({
        data: [],
        meta: { total: 0 },
      });
  });
});

it.each([
  [{ status: "done" }, "query.status enum"],
  [{ service_user_id: "12" }, "query.service_user_id uuid_parsing"],
  [{ from: "2026-01-01" }, "query.from datetime_parsing"],
  [{ to: "2026-01-01T00:00:00+2:00" }, "query.to datetime_parsing"],
  [{ limit: "101" }, "query.limit less_than_equal"],
  [{ dollar_amount: "25.001" }, "query.dollar_amount decimal_max_places"],
  [{ dollar_amount: "$25" }, "query.dollar_amount float_type"],
  [{ customer_email: "pat@example.com" }, "query.customer_email extra_forbidden"],
])("rejects %j", async (query, violation) => {
  const { status, body } = await call(tested, { key: bank.key, query: query as never });
  expect(status).toBe(422);
  expect(violationsIn(body)).toEqual([violation]);
});

it("rejects a cursor with a single changed character", async () => {
  const { next_cursor: cursor } = (await list({ limit: "2" })).meta;
  for (const at of [0, 10, 30, cursor.length - 2]) {
    const other = cursor[at] === "A" ? "B" : "A";
    const changed = cursor.slice(0, at) + other + cursor.slice(at + 1);
    const { status } = await call(tested, { key: bank.key, query: { cursor: changed } });
    expect(status).toBe(422);
  }
});

it("counts exactly while donations are being created and completed", async () => {
  const busy = await makeBank();
  const school = await makeSchool();
  const make = async (n: number) => {
    const body = donationBody(school, { bank_transaction_ref: `${randomUUID()}` });
    const { donation_id } = (await call(request, { key: busy.key, body })).body.data;
    if (n % 3 === 0) {
      await push(donation_id);
    }
    const page = await list({ limit: "100" }, busy.key);
    // Page and total come from one snapshot.
    expect(page.meta.total).toBe(page.data.length);
  };
  await Promise.all(Array.from({ length: 60 }, (_, n) => make(n)));
  expect((await list({ status: "completed" }, busy.key)).meta.total).toBe(20);
  expect((await list({ status: "pending" }, busy.key)).meta.total).toBe(40);
});
