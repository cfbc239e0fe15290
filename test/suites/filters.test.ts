import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as openApi } from "#app/openapi.json/route.ts";
import { projectRoot } from "#installation/project-root.ts";
import { db } from "#lib/database/prisma.ts";
import { listEmails } from "#lib/email/queries.ts";
import { findSources } from "../../scripts/imports.ts";
import { type CallOptions, call } from "../api.ts";
import { type Document, describe as described, fieldOf } from "../bad-input/schemas.ts";
import { type Bank, type Cardholder, makeBank, makeCardholder, makeSchool } from "../factories.ts";
import { bankOperations, operation, portalOperations, schoolOperations } from "../operations.ts";
import { isolateDatabase } from "../private-database.ts";
import { makeSchoolMember, type SchoolMember } from "../staff.ts";

/** Text that careless filters treat as patterns, or cannot handle at all. */
const HOSTILE = [
  "%",
  "_",
  "\\",
  "\\\\",
  "'",
  "''",
  "%25",
  "%%",
  "*",
  "[",
  "]",
  "^",
  "(",
  ".*",
  "?",
  '"',
  ";",
  "\\%",
  "%\\",
  "\\_",
  "a\\",
  "E'\\x'",
  "' or 1=1 --",
  "$1",
  "{}",
  "null",
  "undefined",
  "\0",
  "a\0",
  "\0%",
  "\ud800",
  "\udc00a",
  "\u202e",
  "\u001b[2J",
  "\ufffd",
  "\n",
  "\t",
  "x".repeat(10_000),
  "%".repeat(10_000),
  "\\".repeat(9_999),
  "_".repeat(10_000),
];

const document: Document = await (
  await openApi(new Request("http://service.test/openapi.json"))
).json();

/** Free-text parameters of lists: neither a format nor an enumeration. */
function freeTexts(id: string): string[] {
  return described(document, id).parameters.flatMap((parameter) => {
    const { schema } = fieldOf(parameter.schema, parameter.required ?? false);
    const isFilter = schema.type === "string" && !schema.format && !schema.enum;
    return parameter.in === "query" && isFilter && parameter.name !== "cursor"
      ? parameter.name
      : [];
  });
}

// A private database, since rows of other tests may contain a `%`.
isolateDatabase();

let [bank, person, member] = [] as unknown as [Bank, Cardholder, SchoolMember];
beforeAll(async () => {
  bank = await makeBank();
  person = await makeCardholder();
  member = await makeSchoolMember();
});

const lists = [
  ...bankOperations.map((tested) => ({
    ...tested,
    begin: async (): Promise<CallOptions> => ({ ...(await tested.good(bank)), key: bank.key }),
  })),
  ...portalOperations.map((tested) => ({
    ...tested,
    begin: async (): Promise<CallOptions> => ({
      ...(await tested.good(person)),
      token: person.token,
    }),
  })),
  ...schoolOperations.map((tested) => ({
    ...tested,
    begin: async (): Promise<CallOptions> => ({
      ...(await tested.good(member)),
      token: member.token,
    }),
  })),
].filter(({ contract }) => contract.list && freeTexts(contract.id).length > 0);

it("covers all lists with free-text filters", () => {
  expect(lists.map(({ contract }) => contract.id)).toEqual(
    expect.arrayContaining([
      "listAccounts",
      "listSchools",
      "listPortalDonations",
      "listPortalSchools",
      "listSchoolGifts",
    ]),
  );
});

describe.each(lists)("$contract.id, by text that isn't a pattern", (tested) => {
  it.each(freeTexts(tested.contract.id))("%s matches literally and nothing else", async (name) => {
    const request = await tested.begin();
    const faults: unknown[] = [];
    for (const value of HOSTILE) {
      const { status, body } = await call(tested, {
        ...request,
        query: { ...request.query, [name]: value },
      });
      // No row of this test contains any of it.
      const isRight = status === 200 && body.data.length === 0 && body.meta.total === 0;
      if (!isRight) faults.push([value.slice(0, 20), status, body.meta?.total ?? body]);
    }
    expect(faults).toEqual([]);
  });
});

it("finds rows that contain such characters, and only those", async () => {
  const [odd, plain] = [`a%b_c\\d [${bank.bankId}]`, `aXbYcZd [${bank.bankId}]`];
  const ids = [await makeSchool({ name: odd }), await makeSchool({ name: plain })];
  await db().school.update({ where: { id: ids[0] }, data: { conference: "100%_\\" } });
  await db().school.update({ where: { id: ids[1] }, data: { conference: "100xyz" } });
  const found = async (query: Record<string, string>) => {
    const { body } = await call(operation("listSchools"), { key: bank.key, query });
    return body.data.map(({ school_id }: { school_id: string }) => school_id);
  };
  for (const search of ["%b", "b_c", "c\\d", "a%b_c\\D"])
    expect(await found({ search })).toEqual([ids[0]]);
  expect(await found({ conference: "100%_\\" })).toEqual([ids[0]]);
  expect(await found({ conference: "100XYZ" })).toEqual([ids[1]]);
});

it("is also matched literally when an operator searches for an email address", async () => {
  const { to, ids } = await emailsTo("Pat_a%b@bank.example");
  await emailsTo("patxa-b@bank.example");
  const found = async (address: string) => (await listEmails(address, 100)).map(({ id }) => id);
  expect(await found(to.toUpperCase())).toEqual(ids);
  for (const address of ["%@%", "_at_a%b@bank.example", "\\@\\"])
    expect(await found(address)).toEqual([]);
});

/** One email to an address. */
async function emailsTo(to: string) {
  const id = randomUUID();
  await db().email.create({
    data: { id, to, kind: "receipt", subject: "s", text: "t", status: "kept" },
  });
  return { to, ids: [id] };
}

it("appears only in queries that escape it", () => {
  const pattern = /\b(contains|startsWith|endsWith):|"insensitive"|\bi?like ['$]|~\*?\s*\$/;
  const found = findSources(projectRoot)
    .filter((file) => /^lib\//.test(file) && !/\.test\.ts$/.test(file))
    .flatMap((file) =>
      readFileSync(`${projectRoot}/${file}`, "utf8")
        .split("\n")
        .filter((line) => pattern.test(line) && !line.includes("likeLiteral("))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
