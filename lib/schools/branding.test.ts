import { afterEach, expect, it, vi } from "vitest";
import { makeSchool } from "#test/factories.ts";
import { db } from "../database/prisma.ts";
import { listConferences, listSchoolRegions } from "./branding.ts";

afterEach(() => vi.useRealTimers());

it("groups active schools by conference, largest first, ties by name", async () => {
  const join = async (conference: string, name: string, active = true) => {
    const id = await makeSchool({ name, active });
    await db().school.update({ where: { id }, data: { conference, sortKey: name.toLowerCase() } });
  };
  await join("Larger Test", "Yellow State");
  await join("Larger Test", "Amber State");
  await join("B Test", "Blue State");
  await join("A Test", "Azure State");
  await join("A Test", "Closed State", false);
  // Schools are read again after a minute.
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
  const mine = (await listConferences()).filter(({ name }) => / Test$/.test(name));
  const names = mine.map(({ name, schools }) => [name, schools.map((school) => school.name)]);
  expect(names).toEqual([
    ["Larger Test", ["Amber State", "Yellow State"]],
    ["A Test", ["Azure State"]],
    ["B Test", ["Blue State"]],
  ]);
  const { conferences, states } = await listSchoolRegions();
  expect(conferences.filter((name) => / Test$/.test(name))).toEqual([
    "A Test",
    "B Test",
    "Larger Test",
  ]);
  expect(states).toEqual([...new Set(states)].sort());
});

it("omits a conference without a school that accepts gifts", async () => {
  const id = await makeSchool({ active: false });
  await db().school.update({ where: { id }, data: { conference: "Closed Conference" } });
  vi.useFakeTimers({ now: Date.now() + 122_000, toFake: ["Date"] });
  expect((await listSchoolRegions()).conferences).not.toContain("Closed Conference");
});
