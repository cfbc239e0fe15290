import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { call, violationsIn } from "#test/api.ts";
import { makeBank, makeSchool } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("listSchools");
const getSchool = operation("getSchool");

// A word unique to this file's schools, so that other files' schools don't match.
const word = `Q${randomUUID().slice(0, 8)}`;
let key: string;
const ids: Record<string, string> = {};
beforeAll(async () => {
  key = (await makeBank()).key;
  for (const name of ["Álpha", "beta", "Gamma 100%", "delta"]) {
    ids[name] = await makeSchool({ name: `${name} ${word}`, active: name !== "delta" });
  }
});

const list = (query: Record<string, string>) => call(tested, { key, query });
const idsOf = (body: { data: { school_id: string }[] }) => body.data.map((row) => row.school_id);

it("lists active schools by name, ignoring case and accents", async () => {
  const { body } = await list({ search: word.toLowerCase() });
  expect(idsOf(body)).toEqual([ids.Álpha, ids.beta, ids["Gamma 100%"]]);
  expect(body.meta).toMatchObject({ total: 3, limit: 50, next_cursor: null });
});

it("ignores accents when searching and treats % literally", async () => {
  expect(idsOf((await list({ search: `alpha ${word}` })).body)).toEqual([ids.Álpha]);
  expect(idsOf((await list({ search: `100% ${word}` })).body)).toEqual([ids["Gamma 100%"]]);
  expect(idsOf((await list({ search: `a% ${word}` })).body)).toEqual([]);
});

it("lists inactive schools on request", async () => {
  expect(idsOf((await list({ search: word, active: "false" })).body)).toEqual([ids.delta]);
});

it("paginates without repeating or skipping", async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = {
      search: word,
      limit: "1",
      ...(cursor ? { cursor } : {}),
    };
    const { body } = await list(query);
    expect(body.meta.total).toBe(3);
    seen.push(...idsOf(body));
    cursor = body.meta.next_cursor;
  } while (cursor);
  expect(seen).toEqual([ids.Álpha, ids.beta, ids["Gamma 100%"]]);
});

it("rejects an invalid cursor or one from other filters", async () => {
  const { body } = await list({ search: word, limit: "1" });
  const foreign = await list({ search: "other", cursor: body.meta.next_cursor });
  expect(violationsIn(foreign.body)).toEqual(["query.cursor cursor_invalid"]);
  const broken = await list({ cursor: "nonsense" });
  expect(violationsIn(broken.body)).toEqual(["query.cursor cursor_invalid"]);
});

it("lists every violation of the query at once", async () => {
  const answer = await list({ limit: "0", active: "perhaps" });
  expect(violationsIn(answer.body)).toEqual([
    "query.active bool_parsing",
    "query.limit greater_than_equal",
  ]);
  expect(violationsIn((await list({ limit: "ten" })).body)).toEqual(["query.limit int_parsing"]);
  expect(violationsIn((await list({ limit: "101" })).body)).toEqual([
    "query.limit less_than_equal",
  ]);
});

it("returns a school with its funds in the school's order", async () => {
  const params = { school_id: ids.beta as string };
  const { body } = await call(getSchool, { key, params });
  expect(body.data.funds.map((fund: { fund_id: string }) => fund.fund_id)).toEqual([
    "annual-fund",
    "rowing",
  ]);
  expect(body.data.fund_count).toBe(2);
});

it("returns an inactive school and answers 404 for an unknown one", async () => {
  const inactive = await call(getSchool, {
    key,
    params: { school_id: ids.delta as string },
  });
  expect(inactive.body.data.active).toBe(false);
  for (const school_id of ["never", "x".repeat(200)]) {
    const never = await call(getSchool, { key, params: { school_id } });
    expect(never.body.error.code).toBe("SCHOOL_NOT_FOUND");
  }
});

it("sums a school's total over its counter shards", async () => {
  const schoolId = ids.beta as string;
  const shard = (n: number) => ({ schoolId, shard: n, donationCount: 1, donatedCents: 1050 });
  await db().schoolTotal.createMany({ data: [shard(0), shard(1)] });
  const { body } = await call(getSchool, { key, params: { school_id: schoolId } });
  expect(body.data.total_raised_usd).toBe(21);
});
