import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { makeBank } from "#test/factories.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { changeRole, listTeam, removeMember } from "./memberships.ts";

const entriesOf = async (tenant: string, action: string) =>
  (await db().auditEntry.findMany({ where: { tenant, action }, orderBy: { id: "asc" } })).map(
    ({ actor, subject, details }) => ({ actor, subject, details }),
  );

describe("a team", () => {
  it("lists its own members only", async () => {
    const school = await makeSchoolTenant();
    const admin = await makeMember(school, "admin");
    const viewer = await makeMember(school, "viewer");
    await makeMember(await makeSchoolTenant(), "viewer");
    const { members } = await listTeam(admin.scope);
    expect(members.map(({ email, role, isYou }) => [email, role, isYou]).sort()).toEqual(
      [
        [admin.email, "admin", true],
        [viewer.email, "viewer", false],
      ].sort(),
    );
  });

  it("changes a role, and audits it in the tenant's log", async () => {
    const school = await makeSchoolTenant();
    const admin = await makeMember(school, "admin");
    const { membershipId, email } = await makeMember(school, "viewer");
    expect(await changeRole(admin.scope, membershipId, "processor")).toBe("changed");
    expect(await changeRole(admin.scope, membershipId, "processor")).toBe("changed");
    expect(await entriesOf(admin.scope.tenant, "team.change-role")).toEqual([
      {
        actor: `staff:${admin.membershipId}`,
        subject: membershipId,
        details: { email, from: "viewer", to: "processor" },
      },
    ]);
  });

  it("has no roles of another kind", async () => {
    const { scope, membershipId } = await makeMember(await makeSchoolTenant(), "admin");
    await expect(changeRole(scope, membershipId, "developer" as "viewer")).rejects.toThrow(
      TypeError,
    );
  });

  it("removes a member, with their sessions in it and no others", async () => {
    const school = await makeSchoolTenant();
    const admin = await makeMember(school, "admin");
    const member = await makeMember(school, "viewer");
    const elsewhere = await makeMember(await makeSchoolTenant(), "viewer", member);
    expect(await removeMember(admin.scope, member.membershipId)).toBe("removed");
    const sessions = await db().sessionFamily.findMany({
      where: { cardholderId: member.cardholderId, membershipId: { not: null } },
    });
    expect(sessions.map(({ id }) => id)).toEqual([elsewhere.scope.familyId]);
    expect(await entriesOf(admin.scope.tenant, "team.remove")).toMatchObject([
      { subject: member.membershipId, details: { email: member.email, role: "viewer" } },
    ]);
    expect(await removeMember(admin.scope, member.membershipId)).toBe("unknown");
  });

  it("answers for another's members as for none", async () => {
    const bank = await makeBank();
    const admin = await makeMember({ kind: "bank", bankId: bank.bankId }, "admin");
    const stranger = await makeMember(await makeSchoolTenant(), "admin");
    for (const id of [stranger.membershipId, crypto.randomUUID(), "no-id"]) {
      expect(await removeMember(admin.scope, id)).toBe("unknown");
      expect(await changeRole(admin.scope, id, "viewer")).toBe("unknown");
    }
    expect(await db().membership.count({ where: { id: stranger.membershipId } })).toBe(1);
  });
});

describe("the last admin", () => {
  it("can neither be removed nor demoted, not even by themselves", async () => {
    const school = await makeSchoolTenant();
    const { scope, membershipId } = await makeMember(school, "admin");
    await makeMember(school, "viewer");
    expect(await removeMember(scope, membershipId)).toBe("last_admin");
    expect(await changeRole(scope, membershipId, "viewer")).toBe("last_admin");
    expect(await changeRole(scope, membershipId, "admin")).toBe("changed");
  });

  it("remains, whatever two admins do to each other at the same time", async () => {
    for (let round = 0; round < 10; round++) {
      const school = await makeSchoolTenant();
      const [one, two] = [await makeMember(school, "admin"), await makeMember(school, "admin")];
      const results = await Promise.all([
        removeMember(one.scope, two.membershipId),
        round % 2 === 0
          ? removeMember(two.scope, one.membershipId)
          : changeRole(two.scope, one.membershipId, "viewer"),
      ]);
      expect(results.filter((result) => result === "last_admin")).toHaveLength(1);
      const where = { schoolId: school.schoolId, role: "admin" };
      expect(await db().membership.count({ where })).toBe(1);
    }
  });
});
