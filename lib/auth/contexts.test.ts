import { describe, expect, it } from "vitest";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { ServiceError } from "#lib/errors.ts";
import { linkBody, makeBank, makeSchool } from "#test/factories.ts";
import { openSession } from "#test/open-session.ts";
import { allAuditActions, enrollInMfa, makePerson, PASSWORD, signInAs } from "#test/sign-in.ts";
import { makeMember, makeSchoolTenant, openStaffSession } from "#test/staff.ts";
import { stepUp } from "../cardholders/mfa/step-up.ts";
import { refreshTokens } from "../cardholders/sign-in/tokens.ts";
import { removeMember } from "../staff/memberships.ts";
import { contextOf, defaultContextOf, listContexts, switchContext } from "./contexts.ts";
import { isStaff, personOf, type SessionScope, type StaffScope } from "./scopes.ts";
import { listSessions, markVerified, type SessionReference, sessionScopeOf } from "./sessions.ts";
import {
  cardholderScopeOfToken,
  schoolScopeOfToken,
  sessionScopeOfToken,
  signAccessToken,
} from "./tokens/access-tokens.ts";
import { issueRefreshToken } from "./tokens/refresh-tokens.ts";

const referenceOf = (scope: SessionScope): SessionReference => ({
  cardholderId: personOf(scope),
  familyId: scope.familyId,
});
const bearer = async (scope: SessionScope) => `Bearer ${await signAccessToken(scope)}`;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const refusing = (code: string) => expect.objectContaining({ code });

function changeSession({ familyId: id }: SessionScope, data: object) {
  return db().sessionFamily.update({ where: { id }, data });
}

/** A person's own session, in which a second factor was just proved. */
async function verifiedSession(cardholderId: string) {
  const scope = await openSession(cardholderId);
  await markVerified(scope, "app");
  return { ...scope, isVerified: true };
}

async function switchTo(scope: SessionScope, context: Parameters<typeof switchContext>[1]) {
  const opened = await switchContext(scope, context);
  if (typeof opened === "string") throw new Error(opened);
  return opened;
}

describe("a person's contexts", () => {
  it("are their own gifts, and their teams by name", async () => {
    const bank = await makeBank();
    const schoolId = await makeSchool({ name: "Aardvark State" });
    const person = await makeMember({ kind: "school", schoolId }, "processor");
    await makeMember({ kind: "bank", bankId: bank.bankId }, "developer", person);
    await makeMember({ kind: "operator" }, "finance", person);
    const contexts = await listContexts(person.cardholderId);
    expect(contexts).toHaveLength(4);
    expect(contexts.slice(0, 2)).toEqual([
      { context: "cardholder", name: null, role: "cardholder" },
      { context: `school:${schoolId}`, name: "Aardvark State", role: "processor" },
    ]);
    expect(contexts).toContainEqual({
      context: `bank:${bank.bankId}`,
      name: expect.stringMatching(/^Bank /),
      role: "developer",
    });
    expect(contexts).toContainEqual({
      context: "operator",
      name: expect.any(String),
      role: "finance",
    });
  });

  it("default to their only team, whichever bank links them, until they accept a link", async () => {
    const school = await makeSchoolTenant();
    const email = `${Math.random().toString(36).slice(2)}@staff.example`;
    const person = await db().cardholder.create({
      data: { id: crypto.randomUUID(), email, emailKey: email, passwordHash: "x" },
    });
    expect(await defaultContextOf(person.id)).toBe("cardholder");
    await makeMember(school, "viewer", { cardholderId: person.id, email });
    expect(await defaultContextOf(person.id)).toBe(`school:${school.schoolId}`);
    const bank = await makeBank();
    const { service_user_id: id } = await linkAccount(bank.scope, { ...linkBody(), email });
    expect(await db().account.findUnique({ where: { id } })).toMatchObject({
      cardholderId: person.id,
      acceptedAt: null,
    });
    expect(await defaultContextOf(person.id)).toBe(`school:${school.schoolId}`);
    await db().account.update({ where: { id }, data: { acceptedAt: new Date() } });
    expect(await defaultContextOf(person.id)).toBe("cardholder");
  });

  it("default to their own gifts with several teams", async () => {
    const person = await makeMember(await makeSchoolTenant(), "viewer");
    await makeMember(await makeSchoolTenant(), "viewer", person);
    expect(await defaultContextOf(person.cardholderId)).toBe("cardholder");
  });
});

describe("switching", () => {
  it("opens a new session with the team's role, and ends the old one", async () => {
    const school = await makeSchoolTenant();
    const member = await makeMember(school, "processor");
    const own = await verifiedSession(member.cardholderId);
    const opened = await switchTo(own, `school:${school.schoolId}`);
    expect(opened).toEqual({
      kind: "school",
      schoolId: school.schoolId,
      tenant: `school:${school.schoolId}`,
      personId: member.cardholderId,
      membershipId: member.membershipId,
      familyId: expect.any(String),
      role: "processor",
      isVerified: true,
      actor: { kind: "staff", id: member.membershipId },
    });
    expect(opened.familyId).not.toBe(own.familyId);
    expect(contextOf(opened)).toBe(`school:${school.schoolId}`);
    expect(await sessionScopeOf(own)).toBeNull();
    expect(await sessionScopeOf(referenceOf(opened))).toEqual(opened);
    const { expiresAt } = await db().sessionFamily.findUniqueOrThrow({
      where: { id: opened.familyId },
    });
    expect(Math.abs(expiresAt.getTime() - Date.now() - 12 * 3_600_000)).toBeLessThan(60_000);
    const [entry] = await db().auditEntry.findMany({
      where: { tenant: `school:${school.schoolId}`, action: "session.open" },
    });
    expect(entry).toMatchObject({
      actor: `staff:${member.membershipId}`,
      details: { sessionId: opened.familyId, endedSessionId: own.familyId },
    });
  });

  it("never extends a session: neither its 12 hours, nor a proof of the second factor", async () => {
    const [one, other] = [await makeSchoolTenant(), await makeSchoolTenant()];
    const member = await makeMember(one, "viewer");
    await makeMember(other, "viewer", member);
    const expiresAt = new Date(Date.now() + 3_600_000);
    await changeSession(member.scope, { expiresAt, verifiedAt: minutesAgo(9) });
    const second = await switchTo(member.scope, `school:${other.schoolId}`);
    const third = await switchTo(second, "cardholder");
    expect(isStaff(third)).toBe(false);
    const row = await db().sessionFamily.findUniqueOrThrow({ where: { id: third.familyId } });
    expect(row.expiresAt).toEqual(expiresAt);
    await changeSession(third, { verifiedAt: minutesAgo(11) });
    expect(await switchContext(third, `school:${one.schoolId}`)).toBe("verify");
  });

  it("needs a second factor that was just proved, except to one's own gifts", async () => {
    const school = await makeSchoolTenant();
    const context = `school:${school.schoolId}` as const;
    const person = await makePerson();
    const { codeAt } = await enrollInMfa(person);
    const { membershipId } = await makeMember(school, "admin", person);
    const own = await openSession(person.cardholderId);
    expect(await switchContext(own, context)).toBe("verify");
    expect(await sessionScopeOf(own)).toEqual(own);
    expect(await stepUp(own, "000000")).toBe(false);
    expect(await switchContext(own, context)).toBe("verify");
    expect(await stepUp(own, codeAt(0))).toBe(true);
    expect(await switchContext(own, context)).toMatchObject({ membershipId, isVerified: true });
    const stale = await openStaffSession({ cardholderId: person.cardholderId, membershipId }, null);
    expect(stale.isVerified).toBe(false);
    expect(await switchContext(stale, "cardholder")).toHaveProperty("cardholderId");
  });

  it("takes the code that one signed in with as proof, but not a password alone", async () => {
    const school = await makeSchoolTenant();
    const context = `school:${school.schoolId}` as const;
    const person = await makePerson();
    await makeMember(school, "viewer", person);
    expect(await switchContext(await signInAs(person.email), context)).toBe("verify");
    const { codeAt } = await enrollInMfa(person);
    const withCode = await signInAs(person.email, PASSWORD, codeAt(0));
    expect(await switchContext(withCode, context)).toMatchObject({ role: "viewer" });
  });

  it("is refused alike for another's tenant and one that never existed", async () => {
    const person = await makePerson();
    const own = await verifiedSession(person.cardholderId);
    const school = await makeSchoolTenant();
    await makeMember(school, "admin");
    for (const context of [`school:${school.schoolId}`, "school:none", "bank:none", "operator"]) {
      expect(await switchContext(own, context as "operator")).toBe("unknown_context");
    }
    expect(await sessionScopeOf(own)).toEqual(own);
  });

  it("works once per session, even at the same time", async () => {
    const school = await makeSchoolTenant();
    const member = await makeMember(school, "viewer");
    const own = await verifiedSession(member.cardholderId);
    const results = await Promise.all(
      Array.from({ length: 8 }, () => switchContext(own, `school:${school.schoolId}`)),
    );
    expect(results.filter((result) => typeof result !== "string")).toHaveLength(1);
    expect(results.filter((result) => result === "ended")).toHaveLength(7);
  });

  it("never outruns a removal: no session of a removed membership stays open", async () => {
    const school = await makeSchoolTenant();
    const admin = await makeMember(school, "admin");
    for (let round = 0; round < 5; round++) {
      const member = await makeMember(school, "viewer");
      const own = await verifiedSession(member.cardholderId);
      const [opened, removed] = await Promise.all([
        switchContext(own, `school:${school.schoolId}`),
        removeMember(admin.scope, member.membershipId),
      ]);
      expect(removed).toBe("removed");
      if (typeof opened === "string") expect(opened).toBe("unknown_context");
      else expect(await sessionScopeOf(referenceOf(opened))).toBeNull();
      expect(await sessionScopeOf(referenceOf(member.scope))).toBeNull();
    }
  });
});

describe("a staff session", () => {
  const idle = { lastUsedAt: minutesAgo(31) };
  const over = { expiresAt: minutesAgo(0) };

  it.each([
    ["30 minutes without use", idle],
    ["its absolute limit", over],
  ])("ends after %s: for pages, access tokens, and refresh tokens alike", async (_, change) => {
    const { scope } = await makeMember(await makeSchoolTenant(), "viewer");
    const [token, refreshToken] = [await bearer(scope), await issueRefreshToken(scope)];
    expect(await schoolScopeOfToken(token)).toEqual(scope);
    await changeSession(scope, change);
    expect(await sessionScopeOf(referenceOf(scope))).toBeNull();
    await expect(schoolScopeOfToken(token)).rejects.toEqual(refusing("ACCESS_TOKEN_INVALID"));
    await expect(refreshTokens(refreshToken)).rejects.toEqual(refusing("REFRESH_TOKEN_EXPIRED"));
    expect(await switchContext(scope, "cardholder")).toBe("ended");
    expect((await listSessions(scope)).sessions.map(({ sessionId }) => sessionId)).not.toContain(
      scope.familyId,
    );
  });

  it.each([
    ["a page", (scope: StaffScope) => sessionScopeOf(referenceOf(scope))],
    ["an access token", async (scope: StaffScope) => schoolScopeOfToken(await bearer(scope))],
    ["a refresh token", async (scope: StaffScope) => refreshTokens(await issueRefreshToken(scope))],
  ])("is kept open by %s", async (_, use) => {
    const { scope } = await makeMember(await makeSchoolTenant(), "viewer");
    await changeSession(scope, { lastUsedAt: minutesAgo(29) });
    await use(scope);
    const { lastUsedAt } = await db().sessionFamily.findUniqueOrThrow({
      where: { id: scope.familyId },
    });
    expect(Date.now() - lastUsedAt.getTime()).toBeLessThan(60_000);
  });

  it("doesn't limit a cardholder's session, which may be idle for longer", async () => {
    const { scope } = await makePerson();
    await changeSession(scope, idle);
    expect(await sessionScopeOf(scope)).toEqual(scope);
  });

  it("opens nothing of another context, as a cookie or as a token", async () => {
    const bank = await makeBank();
    const { scope } = await makeMember({ kind: "bank", bankId: bank.bankId }, "admin");
    const token = await bearer(scope);
    expect(await sessionScopeOf(referenceOf(scope))).toEqual(scope);
    await expect(cardholderScopeOfToken(token)).rejects.toEqual(refusing("FORBIDDEN"));
    await expect(schoolScopeOfToken(token)).rejects.toEqual(refusing("FORBIDDEN"));
    expect(await sessionScopeOfToken(token)).toEqual(scope);
    const { scope: cardholder } = await makePerson();
    await expect(schoolScopeOfToken(await bearer(cardholder))).rejects.toEqual(
      refusing("FORBIDDEN"),
    );
  });

  it("isn't another person's", async () => {
    const { scope } = await makeMember(await makeSchoolTenant(), "viewer");
    const { cardholderId } = await makePerson();
    expect(await sessionScopeOf({ cardholderId, familyId: scope.familyId })).toBeNull();
  });

  it("follows the role at once; a token that names the old one is refused until it is refreshed", async () => {
    const { scope, membershipId: id } = await makeMember(await makeSchoolTenant(), "admin");
    const token = await bearer(scope);
    const refreshToken = await issueRefreshToken(scope);
    await db().membership.update({ where: { id }, data: { role: "viewer" } });
    expect(await sessionScopeOf(referenceOf(scope))).toMatchObject({ role: "viewer" });
    await expect(schoolScopeOfToken(token)).rejects.toEqual(refusing("FORBIDDEN"));
    const { access_token } = await refreshTokens(refreshToken);
    expect(await schoolScopeOfToken(`Bearer ${access_token}`)).toMatchObject({
      role: "viewer",
    });
  });

  it("says in its token which role it has where", async () => {
    const claimsOf = async (scope: SessionScope) =>
      JSON.parse(
        Buffer.from((await signAccessToken(scope)).split(".")[1] as string, "base64url").toString(),
      );
    const school = await makeSchoolTenant();
    const bank = await makeBank();
    const member = await makeMember(school, "processor");
    expect(await claimsOf(member.scope)).toMatchObject({
      sub: member.cardholderId,
      role: "processor",
      school_id: school.schoolId,
    });
    const { scope } = await makeMember({ kind: "bank", bankId: bank.bankId }, "support");
    expect(await claimsOf(scope)).toMatchObject({
      role: "support",
      school_id: null,
      bank_id: bank.bankId,
    });
  });

  it("is listed among the person's, with its team", async () => {
    const school = await makeSchoolTenant();
    const member = await makeMember(school, "viewer");
    const own = await openSession(member.cardholderId);
    const { sessions } = await listSessions(own);
    expect(sessions).toContainEqual(
      expect.objectContaining({
        sessionId: member.scope.familyId,
        tenant: `school:${school.schoolId}`,
      }),
    );
    expect(sessions[0]).toMatchObject({ sessionId: own.familyId, isCurrent: true, tenant: null });
  });
});

describe("proving a second factor again", () => {
  it("marks only that session, for ten minutes", async () => {
    const person = await makePerson();
    const { codeAt } = await enrollInMfa(person);
    const member = await makeMember(await makeSchoolTenant(), "admin", person);
    const stale = await openStaffSession<"school">(member, minutesAgo(11));
    expect(stale.isVerified).toBe(false);
    const other = await openStaffSession<"school">(member, null);
    expect(await stepUp(stale, codeAt(0))).toBe(true);
    expect(await sessionScopeOf(referenceOf(stale))).toMatchObject({ isVerified: true });
    expect(await sessionScopeOf(referenceOf(other))).toMatchObject({ isVerified: false });
    // A code works once.
    expect(await stepUp(other, codeAt(0))).toBe(false);
  });

  it("limits wrong codes like a sign-in", async () => {
    const person = await makePerson();
    await enrollInMfa(person);
    const member = await makeMember(await makeSchoolTenant(), "admin", person);
    for (let n = 0; n < 10; n++) expect(await stepUp(member.scope, "000000")).toBe(false);
    await expect(stepUp(member.scope, "000000")).rejects.toBeInstanceOf(ServiceError);
    expect(await allAuditActions(person.cardholderId)).toContain("mfa.throttle");
  });
});
