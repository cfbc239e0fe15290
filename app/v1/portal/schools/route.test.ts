import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { followSchool } from "#lib/schools/mutations.ts";
import { call, violationsIn } from "#test/api.ts";
import { type Cardholder, makeCardholder, makeSchool } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("listPortalSchools");

// A word unique to this file's schools, so that other files' schools don't match.
const word = `P${randomUUID().slice(0, 8)}`;
let person: Cardholder;
let [alpha, beta, gamma, closed] = [] as unknown as [string, string, string, string];
beforeAll(async () => {
  person = await makeCardholder();
  alpha = await makeSchool({ name: `Álpha ${word}` });
  beta = await makeSchool({ name: `beta ${word}` });
  gamma = await makeSchool({ name: `Gamma ${word}` });
  closed = await makeSchool({ name: `Closed ${word}`, active: false });
  for (const school of [beta, closed]) await followSchool(person.scope, school, true);
});

const list = (query: Record<string, string>, token = person.token) =>
  call(tested, { token, query: { search: word, ...query } });
const shown = (body: { data: { school_id: string; followed: boolean }[] }) =>
  body.data.map((row) => [row.school_id, row.followed]);

it("lists active schools by name and marks followed ones", async () => {
  const { body } = await list({});
  expect(shown(body)).toEqual([
    [alpha, false],
    [beta, true],
    [gamma, false],
  ]);
  expect(body.meta).toMatchObject({ total: 3, limit: 50, next_cursor: null });
  expect(body.data[0]).toMatchObject({ university: `University of Álpha ${word}`, fund_count: 2 });
});

it("lists followed schools, including inactive ones", async () => {
  expect(shown((await list({ followed: "true" })).body)).toEqual([
    [beta, true],
    [closed, true],
  ]);
});

it("lists active schools that aren't followed", async () => {
  const { body } = await list({ followed: "false" });
  expect(shown(body)).toEqual([
    [alpha, false],
    [gamma, false],
  ]);
  expect(body.meta.total).toBe(2);
});

it("never returns what others follow", async () => {
  const { token } = await makeCardholder();
  expect(shown((await list({}, token)).body)).toContainEqual([beta, false]);
  expect(shown((await list({ followed: "true" }, token)).body)).toEqual([]);
});

it("filters by state and conference, ignoring case", async () => {
  expect((await list({ state: "oh", conference: "TEST" })).body.meta.total).toBe(3);
  expect((await list({ state: "TX" })).body.meta.total).toBe(0);
  for (const conference of ["Tes", "Te_t", "%"]) {
    expect((await list({ conference })).body.meta.total).toBe(0);
  }
});

it("paginates with a cursor bound to the filters and the cardholder", async () => {
  const first = await list({ limit: "2" });
  const cursor = first.body.meta.next_cursor;
  expect(shown((await list({ limit: "2", cursor })).body)).toEqual([[gamma, false]]);
  const other = await list({ cursor, followed: "false" });
  expect(violationsIn(other.body)).toEqual(["query.cursor cursor_invalid"]);
  const stranger = await list({ cursor }, (await makeCardholder()).token);
  expect(violationsIn(stranger.body)).toEqual(["query.cursor cursor_invalid"]);
});

it("lists every violation at once", async () => {
  const answer = await list({ followed: "maybe", limit: "0" });
  expect(violationsIn(answer.body)).toEqual([
    "query.followed bool_parsing",
    "query.limit greater_than_equal",
  ]);
});
