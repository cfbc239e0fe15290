import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { makeCardholder, makeSchool } from "#test/factories.ts";
import { followSchool, isFollowing } from "./follow.ts";
import { listSchoolRegions } from "./regions.ts";

it("are those of the schools that accept donations, each once and sorted", async () => {
  const [one, other, closed] = [randomUUID(), randomUUID(), randomUUID()];
  for (const [conference, active] of [
    [one, true],
    [one, true],
    [other, true],
    [closed, false],
  ] as const) {
    const id = await makeSchool({ active });
    await db().school.update({ where: { id }, data: { conference } });
  }
  const { conferences, states } = await listSchoolRegions();
  expect(conferences.filter((name) => name === one)).toHaveLength(1);
  expect(conferences).toContain(other);
  expect(conferences).not.toContain(closed);
  expect(states).toEqual([...new Set(states)]);
});

it("shows which schools a cardholder follows, and nothing about other cardholders", async () => {
  const [{ scope }, { scope: another }] = [await makeCardholder(), await makeCardholder()];
  const school = await makeSchool();
  expect(await isFollowing(scope, school)).toBe(false);
  await followSchool(scope, school, true);
  expect(await isFollowing(scope, school)).toBe(true);
  expect(await isFollowing(another, school)).toBe(false);
});
