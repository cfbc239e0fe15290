import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { system } from "#test/factories.ts";
import { makeMember } from "#test/staff.ts";
import { directoryFile, importSchools } from "./directory.ts";
import { changeFund } from "./funds/mutations.ts";
import { getSchool } from "./queries.ts";

let school: Record<string, unknown> & { school_id: string };

const annual = {
  fund_id: "annual-fund",
  name: "Annual Fund",
  description: "Where it is needed.",
  deductibility: "full",
};

beforeEach(() => {
  school = {
    school_id: `import-${randomUUID().slice(0, 8)}`,
    name: "Éxample State",
    university: "Example State University",
    nickname: "Examples",
    city: "Exampleton",
    state: "OH",
    conference: "Example",
    foundation_name: "Example Foundation",
    colors: ["#112233"],
    motif: "arcs",
    time_zone: "America/New_York",
    minimum_donation_usd: 12.5,
    funds: [annual],
  };
});

const load = (...schools: unknown[]) => importSchools(system, directoryFile.parse({ schools }));

describe("importing a directory", () => {
  it("adds new schools, which accept donations and are found without accents", async () => {
    expect(await load(school)).toEqual({ added: [school.school_id], updated: [] });
    expect(await getSchool(school.school_id)).toMatchObject({
      active: true,
      minimum_donation_usd: 12.5,
      funds: [{ fund_id: "annual-fund" }],
    });
    const row = await db().school.findUniqueOrThrow({ where: { id: school.school_id } });
    expect(row.sortKey).toBe("example state");
  });

  it("leaves funds alone that the foundation has changed", async () => {
    await load(school);
    const schoolId = school.school_id;
    const { scope } = await makeMember({ kind: "school", schoolId }, "admin");
    await changeFund(scope, "annual-fund", { name: "General Fund" });
    await load({ ...school, funds: [annual, { ...annual, fund_id: "crew", name: "Crew" }] });
    const { funds } = await getSchool(schoolId);
    expect(funds.map(({ name }) => name)).toEqual(["General Fund", "Crew"]);
  });

  it("updates existing schools, adds funds, and removes none", async () => {
    await load(school);
    const band = { ...annual, fund_id: "band", name: "Band" };
    const again = { ...school, name: "Renamed", funds: [band] };
    expect(await load(again)).toEqual({ added: [], updated: [school.school_id] });
    const { name, funds } = await getSchool(school.school_id);
    expect([name, funds.map((each) => each.fund_id).sort()]).toEqual([
      "Renamed",
      ["annual-fund", "band"],
    ]);
  });

  it("closes a school marked inactive, and keeps it closed if a later file omits the mark", async () => {
    await load({ ...school, active: false });
    await load(school);
    expect((await getSchool(school.school_id)).active).toBe(false);
    await load({ ...school, active: true });
    expect((await getSchool(school.school_id)).active).toBe(true);
  });

  it("stores the file's monogram and aliases, and makes them searchable", async () => {
    await load({ ...school, monogram: "EXST", aliases: ["Éxies", "go examples"] });
    const where = { id: school.school_id };
    const { monogram, aliases, searchText } = await db().school.findUniqueOrThrow({ where });
    expect([monogram, aliases]).toEqual(["EXST", ["Éxies", "go examples"]]);
    expect(searchText.split("\n").slice(3)).toEqual(["exampleton", "exst", "exies", "go examples"]);
    await load(school);
    expect(await db().school.findUnique({ where })).toMatchObject({
      monogram: null,
      aliases: [],
      searchText: "example state\nexample state university\nexamples\nexampleton\n",
    });
  });
});

it.each<[string, Record<string, unknown>]>([
  ["a spelled-out state", { state: "Ohio" }],
  ["a color by name", { colors: ["red"] }],
  ["no motif", { motif: undefined }],
  ["an unknown motif", { motif: "waves" }],
  ["no fund", { funds: [] }],
  ["a duplicate fund", { funds: [annual, annual] }],
  ["half a cent", { minimum_donation_usd: 10.005 }],
  ["an unknown time zone", { time_zone: "Ohio" }],
  ["a benefit without its value", { funds: [{ ...annual, deductibility: "quid_pro_quo" }] }],
  ["an unknown field", { mascot: "Bucky" }],
  ["a monogram of one letter", { monogram: "E" }],
  ["a monogram of five letters", { monogram: "EXSTA" }],
  ["a monogram in lower case", { monogram: "exst" }],
  ["an empty alias", { aliases: [""] }],
  ["an alias of two lines", { aliases: ["go\nexamples"] }],
  ["a long alias", { aliases: ["a".repeat(65)] }],
  ["more than 20 aliases", { aliases: Array.from({ length: 21 }, (_, at) => `alias ${at}`) }],
  ["a website without https", { website_url: "http://example.edu" }],
])("%s is refused before anything is written", (_what, change) => {
  expect(directoryFile.safeParse({ schools: [{ ...school, ...change }] }).success).toBe(false);
});

it("a duplicate school is refused", () => {
  expect(directoryFile.safeParse({ schools: [school, school] }).success).toBe(false);
});

it("a monogram may be repeated only in another conference", () => {
  const read = (...changes: object[]) =>
    directoryFile.safeParse({
      schools: changes.map((change, at) => ({ ...school, school_id: `school-${at}`, ...change })),
    }).success;
  expect(read({ monogram: "EXST" }, { monogram: "EXST" })).toBe(false);
  expect(read({ monogram: "EXST" }, { monogram: "EXST", conference: "Other" })).toBe(true);
  expect(read({ monogram: "EXST" }, { monogram: "EX" }, {}, {})).toBe(true);
});
