import { expect, it } from "vitest";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { db } from "#lib/database/prisma.ts";
import { makeSchool } from "#test/factories.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { makeMember } from "#test/staff.ts";
import { emailReports, getsReports, setGetsReports } from "./emails.ts";

// Reports of all schools are sent at once.
isolateDatabase();

const LIMIT = 100;

/** A member who asked for reports in October, in New York. */
async function makeReader(schoolId: string) {
  const member = await makeMember({ kind: "school", schoolId }, "viewer");
  await setGetsReports(member.scope as SchoolScope, true);
  const id = member.membershipId;
  await db().membership.update({ where: { id }, data: { reportMonth: new Date("2026-10-01") } });
  return member;
}

const emails = () => db().email.findMany({ where: { kind: "report" } });

it("a report is emailed once a month to those who asked for it, in their foundation's morning", async () => {
  const schoolId = await makeSchool();
  const reader = await makeReader(schoolId);
  const other = await makeReader(schoolId);
  await makeMember({ kind: "school", schoolId }, "admin");
  await setGetsReports(other.scope as SchoolScope, false);
  expect(await getsReports(other.scope as SchoolScope)).toBe(false);
  // Seven hours into the day, of which one is repeated.
  expect(await emailReports(new Date("2026-11-01T10:59:59Z"), LIMIT)).toBe(0);
  const at = new Date("2026-11-01T11:00:00Z");
  const both = await Promise.all([emailReports(at, LIMIT), emailReports(at, LIMIT)]);
  expect(both.sort()).toEqual([0, 1]);
  const [sent, ...more] = await emails();
  expect(more).toEqual([]);
  expect(sent).toMatchObject({ to: reader.email, tenant: `school:${schoolId}` });
  expect(sent?.subject).toMatch(/^October 2026: gifts to /);
  expect(sent?.text).toContain("/school/reports?month=2026-10");
  expect(sent?.text).toMatch(/Turn off these emails:\n\S+\/school\/reports#by-email/);
  expect(await emailReports(new Date("2026-11-30T12:00:00Z"), LIMIT)).toBe(0);
  expect(await emailReports(new Date("2026-12-01T12:00:00Z"), LIMIT)).toBe(1);
  expect(await getsReports(reader.scope as SchoolScope)).toBe(true);
});

it("nobody gets the report of a month that had ended when they asked", async () => {
  const schoolId = await makeSchool();
  const member = await makeMember({ kind: "school", schoolId }, "viewer");
  await setGetsReports(member.scope as SchoolScope, true);
  expect(await emailReports(new Date(), LIMIT)).toBe(0);
});
