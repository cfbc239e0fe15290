import { beforeAll, describe, expect, it } from "vitest";
import data from "#prisma/data/schools.json" with { type: "json" };
import { makeSchool, system } from "#test/factories.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { db } from "../database/prisma.ts";
import type { School, SchoolFilters } from "./contract.ts";
import { directoryFile, importSchools } from "./directory.ts";
import { listSchools } from "./queries.ts";

// Its own database: the real directory, and nothing else.
isolateDatabase();

beforeAll(async () => {
  await importSchools(system, directoryFile.parse(data));
});

const list = (search: string, filters: Partial<SchoolFilters> = {}) =>
  listSchools({ active: true, search, limit: 100, cursor: undefined, ...filters });
const idsOf = ({ items }: { items: School[] }) => items.map((school) => school.school_id);

const OSU = ["ohio-state", "oklahoma-state", "oregon-state"];
const MICHIGANS = ["michigan", "central-michigan", "eastern-michigan", "michigan-state"];

describe("a search lists", () => {
  it.each<[string, string[]]>([
    ["osu", OSU],
    ["O.S.U.", OSU],
    ["msu", ["michigan-state", "mississippi-state", "missouri-state", "new-mexico-state"]],
    ["miami", ["miami-fl", "miami-oh", "fiu"]],
    ["Miami (OH)", ["miami-oh"]],
    ["miami florida", ["miami-fl"]],
    ["roll tide", ["alabama"]],
    ["war eagle", ["auburn"]],
    ["hook 'em", ["texas"]],
    ["bama", ["alabama", "south-alabama", "uab"]],
    ["ole miss", ["ole-miss"]],
    ["mizzou", ["missouri"]],
    ["aggies", ["new-mexico-state", "texas-am", "utah-state"]],
    ["buckeye", ["ohio-state"]],
    ["buckeys", ["ohio-state"]],
    ["ohio stat", ["ohio-state"]],
    ["penn st", ["penn-state"]],
    ["texas a&m", ["texas-am"]],
    ["k state", ["kansas-state", "oklahoma-state"]],
    ["hawaii", ["hawaii"]],
    ["hawai'i", ["hawaii"]],
    ["Hawai`i", ["hawaii"]],
    ["Hawaiʻi", ["hawaii"]],
    ["san jose", ["san-jose-state"]],
    ["University of Texas at El Paso", ["utep"]],
    ["michgan", [...MICHIGANS, "western-michigan"]],
    ["zzzz", []],
    ["´ʻ'", []],
    ["osu\nroll tide", []],
    ["tide\n", ["alabama"]],
    [" tide ", ["alabama"]],
    [" ", []],
    ["x".repeat(200), []],
  ])("for %j", async (search, schools) => {
    const page = await list(search);
    expect(idsOf(page)).toEqual(schools);
    expect(page.total).toBe(schools.length);
  });
});

describe("a search with a typo", () => {
  it("has the same total on every page, and repeats or skips no school", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    for (const length of [2, 2, 1]) {
      const page = await list("michgan", { limit: 2, cursor: cursor ?? undefined });
      expect([page.items.length, page.total]).toEqual([length, 5]);
      seen.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    expect(cursor).toBeNull();
    expect(seen).toEqual([...MICHIGANS, "western-michigan"]);
  });

  it("combines with other filters, which don't change which schools match", async () => {
    expect(idsOf(await list("michgan", { conference: "MAC" }))).toEqual([
      "central-michigan",
      "eastern-michigan",
      "western-michigan",
    ]);
    // Schools in other states match exactly, so typos aren't considered.
    expect(idsOf(await list("michigan", { state: "OH" }))).toEqual([]);
    expect(idsOf(await list("michgan", { active: false }))).toEqual([]);
  });

  it("finds a school as soon as it is added, until it is removed", async () => {
    expect(idsOf(await list("quidditsh"))).toEqual([]);
    const id = await makeSchool({ name: "Quidditch State" });
    expect(idsOf(await list("quidditsh"))).toEqual([id]);
    await db().school.delete({ where: { id } });
    expect(idsOf(await list("quidditsh"))).toEqual([]);
  });
});

describe("the best match is first", () => {
  it.each<[string, string[]]>([
    ["usc", ["usc", "south-carolina", "alabama"]],
    ["osu", ["ohio-state", "oklahoma-state", "oregon-state"]],
    ["asu", ["arizona-state", "appalachian-state", "arkansas-state"]],
    ["msu", ["michigan-state", "mississippi-state", "missouri-state"]],
    ["unc", ["north-carolina", "charlotte", "ball-state"]],
    ["mu", ["miami-oh", "marshall", "missouri"]],
    ["um", ["miami-fl", "michigan", "umass"]],
    ["uw", ["washington", "wisconsin", "wyoming"]],
    ["sc", ["south-carolina"]],
    ["houston", ["houston", "sam-houston", "rice"]],
    ["michigan", ["michigan", "michigan-state", "central-michigan"]],
    ["michgan", ["michigan", "central-michigan", "eastern-michigan"]],
    ["miami", ["miami-fl", "miami-oh", "fiu"]],
    ["ohio ", ["ohio", "ohio-state"]],
    ["oh", ["ohio", "ohio-state", "miami-oh"]],
    ["texas", ["texas", "texas-am", "texas-state"]],
    ["carolina", ["north-carolina", "south-carolina", "coastal-carolina"]],
    ["georgia", ["georgia", "georgia-southern", "georgia-state"]],
    ["washington", ["washington", "washington-state"]],
    ["dawgs", ["georgia", "washington"]],
    ["tigers", ["auburn", "clemson", "lsu"]],
    ["tiger", ["auburn", "clemson", "lsu"]],
    ["wildcats", ["arizona", "kansas-state", "kentucky"]],
    ["cal", ["california"]],
    ["ut", ["tennessee", "texas", "toledo"]],
  ])("for %j", async (search, schools) => {
    expect(idsOf(await list(search, { limit: 3 })).slice(0, schools.length)).toEqual(schools);
  });

  it("on every page, without repeating or skipping a school", async () => {
    const whole = idsOf(await list("st"));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list("st", { limit: 4, cursor });
      expect(page.total).toBe(whole.length);
      seen.push(...idsOf(page));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(whole);
    expect(new Set(seen).size).toBeGreaterThan(30);
  });

  it("of the active ones", async () => {
    await db().school.update({ where: { id: "michigan" }, data: { active: false } });
    const { items, total } = await list("michgan", { limit: 1 });
    expect([items[0]?.school_id, total]).toEqual(["central-michigan", 4]);
    await db().school.update({ where: { id: "michigan" }, data: { active: true } });
  });
});
