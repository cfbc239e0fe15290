import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { call, violationsIn } from "#test/api.ts";
import { type Bank, linkBody, makeAccount, makeBank, makeSchool } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("listAccounts");
const link = operation("linkAccount");
const unlink = operation("unlinkAccount");

let bank: Bank;
const ids: string[] = [];
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

beforeAll(async () => {
  bank = await makeBank();
  for (let minute = 0; minute < 5; minute++) {
    const id = await makeAccount(bank);
    await db().account.update({ where: { id }, data: { linkedAt: at(minute) } });
    ids.unshift(id);
  }
});

const list = async (query: Record<string, string> = {}, key = bank.key) => {
  const { status, body } = await call(tested, { key, query });
  expect(status).toBe(200);
  return { ...body, ids: body.data.map((row: { service_user_id: string }) => row.service_user_id) };
};

it("lists active accounts, most recently linked first, with the exact total", async () => {
  const page = await list();
  expect(page.ids).toEqual(ids);
  expect(page.meta).toMatchObject({ total: 5, limit: 50, next_cursor: null });
});

it("returns every field of the specification", async () => {
  const school = await makeSchool();
  const other = await makeBank();
  const body = { ...linkBody(), school_id: school, fund_designation: "rowing", phone: "1" };
  await call(link, { key: other.key, body });
  const { data } = await list({}, other.key);
  expect(data).toEqual([
    {
      service_user_id: expect.any(String),
      bank_user_id: body.bank_user_id,
      email: body.email,
      display_name: body.display_name,
      status: "active",
      linked_at: expect.any(String),
      last_active_at: expect.any(String),
      loyalty_program_id: "gold",
      preferred_school_id: school,
      preferred_fund: "rowing",
      phone: "1",
      tax_receipt_email: null,
      metadata: null,
      points_balance: null,
      donation_count: 0,
      lifetime_donated_usd: 0,
    },
  ]);
});

it("treats created_after as inclusive and created_before as exclusive", async () => {
  const times = { created_after: at(1).toISOString(), created_before: at(3).toISOString() };
  const page = await list(times);
  expect(page.ids).toEqual([ids[2], ids[3]]);
  expect(page.meta.total).toBe(2);
  expect((await list({ created_after: "2026-01-01T07:03:00.0001-05:00" })).ids).toEqual([ids[0]]);
});

it("paginates by cursor, even if the limit changes", async () => {
  const first = await list({ limit: "2" });
  expect(first.ids).toEqual([ids[0], ids[1]]);
  expect(first.meta).toMatchObject({ total: 5, limit: 2 });
  const second = await list({ limit: "3", cursor: first.meta.next_cursor });
  expect(second.ids).toEqual([ids[2], ids[3], ids[4]]);
  expect(second.meta.next_cursor).toBeNull();
});

describe("the status filter", () => {
  it("finds pending, active, and unlinked accounts, each with its total", async () => {
    const other = await makeBank();
    const [active, gone] = [await makeAccount(other), await makeAccount(other)];
    const waiting = { ...linkBody(), redirect_uri: "https://bank.example/back" };
    await call(link, { key: other.key, body: waiting });
    await call(unlink, { key: other.key, params: { service_user_id: gone } });
    const of = async (status: string) => {
      const { data, meta } = await list({ status }, other.key);
      expect(meta.total).toBe(data.length);
      return data.map((row: { service_user_id: string }) => row.service_user_id);
    };
    expect(await of("active")).toEqual([active]);
    expect(await of("unlinked")).toEqual([gone]);
    expect(await of("pending_oauth")).toHaveLength(1);
    expect(await of("no such status")).toEqual([]);
  });
});

it.each([
  [{ limit: "0" }, "query.limit greater_than_equal"],
  [{ limit: "101" }, "query.limit less_than_equal"],
  [{ limit: "ten" }, "query.limit int_parsing"],
  [{ limit: "1.5" }, "query.limit int_parsing"],
  [{ created_after: "yesterday" }, "query.created_after datetime_parsing"],
  [{ created_after: "2026-01-01T00:00:00" }, "query.created_after datetime_parsing"],
  [{ created_before: "2026-02-30T00:00:00Z" }, "query.created_before datetime_parsing"],
  [{ created_before: "0000-01-01T00:00:00Z" }, "query.created_before datetime_parsing"],
  [{ cursor: "nonsense" }, "query.cursor cursor_invalid"],
])("rejects %j", async (query, violation) => {
  const { status, body } = await call(tested, { key: bank.key, query });
  expect(status).toBe(422);
  expect(violationsIn(body)).toEqual([violation]);
});

it("lists every violation at once", async () => {
  const query = { limit: "0", created_after: "x", created_before: "y" };
  const { body } = await call(tested, { key: bank.key, query });
  expect(violationsIn(body)).toHaveLength(3);
});

it("rejects a cursor from other filters or another bank", async () => {
  const cursor = (await list({ limit: "2" })).meta.next_cursor;
  for (const [key, query] of [
    [bank.key, { cursor, status: "unlinked" }],
    [(await makeBank()).key, { cursor }],
  ] as const) {
    const { status, body } = await call(tested, { key, query });
    expect(status).toBe(422);
    expect(violationsIn(body)).toEqual(["query.cursor cursor_invalid"]);
  }
});
