import { describe, expect, it } from "vitest";
import { nameOfActor } from "#lib/auth/actors.ts";
import { db } from "#lib/database/prisma.ts";
import { makeBank } from "#test/factories.ts";
import { forgetProof } from "#test/sign-in.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { invite, revokeInvitation } from "./invitations.ts";
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
    expect(members.map(({ email, role }) => [email, role]).sort()).toEqual(
      [
        [admin.email, "admin"],
        [viewer.email, "viewer"],
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

  it("remains, whatever two admins do to themselves at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const school = await makeSchoolTenant();
      const [one, two] = [await makeMember(school, "admin"), await makeMember(school, "admin")];
      const results = await Promise.all([
        removeMember(one.scope, one.membershipId),
        round % 2 === 0
          ? removeMember(two.scope, two.membershipId)
          : changeRole(two.scope, two.membershipId, "viewer"),
      ]);
      expect(results.filter((result) => result === "last_admin")).toHaveLength(1);
      const where = { schoolId: school.schoolId, role: "admin" };
      expect(await db().membership.count({ where })).toBe(1);
    }
  });
});

describe("an admin who isn't one any more", () => {
  const FORBIDDEN = expect.objectContaining({ code: "FORBIDDEN" });

  it("changes nothing, even if they were one when they began", async () => {
    for (let round = 0; round < 5; round++) {
      const school = await makeSchoolTenant();
      await makeMember(school, "admin");
      const [one, two] = [await makeMember(school, "admin"), await makeMember(school, "admin")];
      const results = await Promise.allSettled([
        removeMember(one.scope, two.membershipId),
        round % 2 === 0
          ? removeMember(two.scope, one.membershipId)
          : changeRole(two.scope, one.membershipId, "viewer"),
      ]);
      const refused = results.filter(({ status }) => status === "rejected");
      expect(refused).toEqual([{ status: "rejected", reason: FORBIDDEN }]);
      const where = { schoolId: school.schoolId, role: "admin" };
      expect(await db().membership.count({ where })).toBe(2);
    }
  });

  it("neither invites, revokes, nor changes roles", async () => {
    const school = await makeSchoolTenant();
    const admin = await makeMember(school, "admin");
    const viewer = await makeMember(school, "viewer");
    const leave = {
      removed: (id: string) => removeMember(admin.scope, id),
      demoted: (id: string) => changeRole(admin.scope, id, "viewer"),
    };
    for (const [how, end] of Object.entries(leave)) {
      const { scope, membershipId } = await makeMember(school, "admin");
      await end(membershipId);
      const email = `${crypto.randomUUID()}@team.example`;
      const all = await Promise.allSettled([
        invite(scope, { email, role: "admin" }),
        revokeInvitation(scope, crypto.randomUUID()),
        changeRole(scope, viewer.membershipId, "admin"),
      ]);
      const refused = { status: "rejected", reason: FORBIDDEN };
      expect(all, how).toEqual([refused, refused, refused]);
    }
  });

  it("needs a second factor that is still fresh", async () => {
    const member = await makeMember(await makeSchoolTenant(), "admin");
    await forgetProof(member);
    const invited = invite(member.scope, { email: "a@team.example", role: "viewer" });
    await expect(invited).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
  });

  it("has no pending invitations, which is in the log", async () => {
    const school = await makeSchoolTenant();
    const { scope } = await makeMember(school, "admin");
    const leave = [
      (id: string) => removeMember(scope, id),
      (id: string) => changeRole(scope, id, "processor"),
    ];
    const kept = `${crypto.randomUUID()}@team.example`;
    await invite(scope, { email: kept, role: "viewer" });
    for (const end of leave) {
      const other = await makeMember(school, "admin");
      const email = `${crypto.randomUUID()}@team.example`;
      const invited = await invite(other.scope, { email, role: "admin" });
      expect((await listTeam(scope)).invitations).toHaveLength(2);
      await end(other.membershipId);
      expect((await listTeam(scope)).invitations).toMatchObject([{ email: kept }]);
      expect((await entriesOf(scope.tenant, "team.revoke-invitation")).at(-1)).toEqual({
        actor: nameOfActor(scope.actor),
        subject: (invited as { invitationId: string }).invitationId,
        details: { email },
      });
    }
  });
});
