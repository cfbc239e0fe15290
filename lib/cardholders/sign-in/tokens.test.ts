import { describe, expect, it } from "vitest";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { endSession, sessionScopeOf } from "#lib/auth/sessions.ts";
import { cardholderScopeOfToken } from "#lib/auth/tokens/access-tokens.ts";
import { hashOfSecret } from "#lib/auth/tokens/opaque-tokens.ts";
import { issueRefreshToken } from "#lib/auth/tokens/refresh-tokens.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { acceptLink, makeCardholder } from "#test/factories.ts";
import {
  auditActions,
  emailsTo,
  enrollInMfa,
  makePerson,
  PASSWORD,
  randomAddress,
} from "#test/sign-in.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import type { TokenPair } from "./contract.ts";
import { logIn, refreshTokens } from "./tokens.ts";

const refusal = (code: string) => expect.objectContaining({ code });
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000);

/** Moves a session and its tokens back in time, as if these seconds had passed. */
async function elapse({ familyId }: CardholderScope, seconds: number): Promise<void> {
  for (const [table, key, ...times] of [
    ["refresh_token", "family_id", "issued_at", "rotated_at"],
    ["session_family", "id", "created_at", "last_used_at", "expires_at"],
  ]) {
    const changes = times.map((time) => `${time} = ${time} - make_interval(secs => $2)`);
    await pool().query(`update ${table} set ${changes} where ${key} = $1`, [familyId, seconds]);
  }
}

async function begin() {
  const person = await makeCardholder();
  return { ...person, first: await issueRefreshToken(person.scope) };
}

describe("a refresh token", () => {
  it("yields a new pair for the same session, and is stored only as a hash", async () => {
    const { scope, first } = await begin();
    const pair = await refreshTokens(first);
    expect(await cardholderScopeOfToken(`Bearer ${pair.access_token}`)).toEqual(scope);
    expect(pair).toMatchObject({ token_type: "bearer", expires_in: 3_600 });
    const rows = await db().refreshToken.findMany({ where: { familyId: scope.familyId } });
    expect(rows).toHaveLength(2);
    for (const token of [first, pair.refresh_token]) {
      expect(JSON.stringify(rows.map((row) => [...row.tokenHash]))).not.toContain(token);
    }
  });

  it("yields valid pairs again within 45 s, even after its successors were used", async () => {
    const { first, scope } = await begin();
    const one = await refreshTokens(first);
    const grandchild = await refreshTokens(one.refresh_token);
    await refreshTokens(grandchild.refresh_token);
    await elapse(scope, 40);
    const again = await refreshTokens(first);
    for (const { refresh_token } of [one, grandchild, again]) {
      await expect(refreshTokens(refresh_token)).resolves.toBeTruthy();
    }
  });

  it("has a grace period from its first use, which reuse doesn't extend", async () => {
    const { first, scope } = await begin();
    await refreshTokens(first);
    await elapse(scope, 40);
    await refreshTokens(first);
    await elapse(scope, 10);
    await expect(refreshTokens(first)).rejects.toEqual(refusal("REFRESH_TOKEN_REUSED"));
  });

  it("ends the session with all its tokens if used again later, and tells the owner", async () => {
    const { first, token, scope, cardholderId, email } = await begin();
    const { access_token, refresh_token } = await refreshTokens(first);
    const other = await begin();
    await elapse(scope, 46);
    await expect(refreshTokens(first)).rejects.toEqual(refusal("REFRESH_TOKEN_REUSED"));
    for (const access of [token, access_token]) {
      await expect(cardholderScopeOfToken(`Bearer ${access}`)).rejects.toEqual(
        refusal("ACCESS_TOKEN_INVALID"),
      );
    }
    for (const refresh of [refresh_token, first]) {
      await expect(refreshTokens(refresh)).rejects.toEqual(refusal("REFRESH_TOKEN_EXPIRED"));
    }
    expect(await sessionScopeOf(scope)).toBeNull();
    expect(await auditActions(cardholderId)).toEqual(["session.theft"]);
    expect(await emailsTo(email)).toHaveLength(1);
    await expect(refreshTokens(other.first)).resolves.toBeTruthy();
  });

  it("reports one theft once, even under concurrency", async () => {
    const { first, scope, cardholderId } = await begin();
    await refreshTokens(first);
    await elapse(scope, 60);
    const late = Array.from({ length: 8 }, () => refreshTokens(first));
    const codes = (await Promise.allSettled(late)).map((one) => one.status);
    expect(new Set(codes)).toEqual(new Set(["rejected"]));
    expect(await auditActions(cardholderId)).toEqual(["session.theft"]);
  });

  it("is valid for as long as its session, counted from sign-in", async () => {
    const [{ first, scope }, ended] = await Promise.all([begin(), begin()]);
    await elapse(scope, 89 * 86_400);
    await expect(refreshTokens(first)).resolves.toBeTruthy();
    const second = await issueRefreshToken(scope);
    await elapse(scope, 2 * 86_400);
    await expect(refreshTokens(second)).rejects.toEqual(refusal("REFRESH_TOKEN_EXPIRED"));
    await endSession(ended.scope);
    await expect(refreshTokens(ended.first)).rejects.toEqual(refusal("REFRESH_TOKEN_EXPIRED"));
  });

  it.each([
    "",
    "x",
    "ptr_",
    `ptr_${"A".repeat(43)}`,
    `ptr_${"A".repeat(64)}`,
    "ptr_\0",
    "x".repeat(60_000),
  ])("is invalid if it was never issued: %j", async (token) => {
    await expect(refreshTokens(token)).rejects.toEqual(refusal("REFRESH_TOKEN_INVALID"));
  });

  it("counts as use of its session", async () => {
    const { first, scope } = await begin();
    const where = { id: scope.familyId };
    const longAgo = new Date("2026-01-01T00:00:00.000Z");
    await db().sessionFamily.update({ where, data: { lastUsedAt: longAgo } });
    await refreshTokens(first);
    const { lastUsedAt } = await db().sessionFamily.findUniqueOrThrow({ where });
    expect(lastUsedAt.getTime()).toBeGreaterThan(longAgo.getTime());
  });
});

it("a session keeps few tokens, however often it's refreshed, and detects reuse of the oldest", async () => {
  const { first, scope, cardholderId } = await begin();
  const where = { familyId: scope.familyId };
  let token = first;
  for (let n = 0; n < 60; n++) {
    // The response was lost.
    await refreshTokens(token);
    token = (await refreshTokens(token)).refresh_token;
    await elapse(scope, 50);
  }
  // The unused tokens, and those within the grace period.
  expect(await db().refreshToken.count({ where })).toBeLessThan(65);
  const unused = [...Array(300).keys()].map((n) => ({
    tokenHash: Uint8Array.from(hashOfSecret(`unused ${n}`)),
    familyId: scope.familyId,
    issuedAt: inSeconds(-86_400 + n),
  }));
  await db().refreshToken.createMany({ data: unused });
  await refreshTokens(token);
  expect(await db().refreshToken.count({ where })).toBeLessThan(110);
  await expect(refreshTokens(first)).rejects.toEqual(refusal("REFRESH_TOKEN_REUSED"));
  expect(await auditActions(cardholderId)).toEqual(["session.theft"]);
  await expect(refreshTokens(token)).rejects.toEqual(refusal("REFRESH_TOKEN_EXPIRED"));
});

it("50 concurrent refreshes of one token all succeed, and each pair refreshes again", async () => {
  const { first } = await begin();
  const pairs = await Promise.all(Array.from({ length: 50 }, () => refreshTokens(first)));
  expect(new Set(pairs.map((pair) => pair.refresh_token)).size).toBe(50);
  await Promise.all(pairs.map((pair) => refreshTokens(pair.refresh_token)));
});

describe("the context at sign-in", () => {
  const client = () => ({ address: randomAddress(), userAgent: null });
  const claimsOf = ({ access_token: token }: TokenPair) =>
    JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString());
  const openSessions = (cardholderId: string) =>
    db().sessionFamily.count({ where: { cardholderId, revokedAt: null } });

  /** Someone who works for a school, and signs in there with a code. */
  async function makeProcessor() {
    const person = await makePerson();
    // Their rewards aren't accepted, so they don't give.
    await db().account.updateMany({
      where: { cardholderId: person.cardholderId },
      data: { acceptedAt: null },
    });
    const { codeAt } = await enrollInMfa(person);
    const tenant = await makeSchoolTenant();
    await makeMember(tenant, "processor", person);
    await db().sessionFamily.deleteMany({ where: { cardholderId: person.cardholderId } });
    const credentials = { email: person.email, password: PASSWORD, mfa_code: codeAt(0) };
    const context = `school:${tenant.schoolId}`;
    return { ...person, credentials, context, schoolId: tenant.schoolId };
  }

  it("is the requested team's, also after a refresh", async () => {
    const { credentials, context, schoolId, cardholderId } = await makeProcessor();
    const pair = await logIn(client(), { ...credentials, context });
    const claims = { sub: cardholderId, role: "processor", school_id: schoolId };
    expect(claimsOf(pair)).toMatchObject(claims);
    expect(claimsOf(await refreshTokens(pair.refresh_token))).toMatchObject(claims);
    expect(await openSessions(cardholderId)).toBe(1);
  });

  it("is by default their only team's, if they don't give", async () => {
    const one = await makeProcessor();
    const pair = await logIn(client(), one.credentials);
    expect(claimsOf(pair)).toMatchObject({ role: "processor", school_id: one.schoolId });
    const other = await makeProcessor();
    await acceptLink(other.accountId);
    const own = await logIn(client(), other.credentials);
    expect(claimsOf(own)).toMatchObject({ role: "cardholder", school_id: null });
  });

  it("is a cardholder's without a second factor, and a team's is refused", async () => {
    const person = await makePerson();
    const tenant = await makeSchoolTenant();
    await makeMember(tenant, "admin", person);
    const { cardholderId, email } = person;
    await db().account.updateMany({ where: { cardholderId }, data: { acceptedAt: null } });
    await db().sessionFamily.deleteMany({ where: { cardholderId } });
    const request = { email, password: PASSWORD, context: `school:${tenant.schoolId}` };
    await expect(logIn(client(), request)).rejects.toEqual(refusal("STEP_UP_REQUIRED"));
    expect(await openSessions(cardholderId)).toBe(0);
    const own = await logIn(client(), { email, password: PASSWORD });
    expect(claimsOf(own)).toMatchObject({ role: "cardholder", school_id: null });
  });

  it("is refused alike if it's another's, unknown, or nonsense, and opens no session", async () => {
    const { credentials, cardholderId } = await makeProcessor();
    const { schoolId } = await makeSchoolTenant();
    const refused = [
      `school:${schoolId}`,
      "school:nowhere",
      "operator",
      "admin",
      "school:",
      "\u{1f600}",
    ];
    for (const context of refused) {
      await expect(logIn(client(), { ...credentials, context })).rejects.toEqual(
        refusal("FORBIDDEN"),
      );
      // The code can be used once.
      await db().totp.update({ where: { cardholderId }, data: { lastStep: { decrement: 1 } } });
    }
    expect(await openSessions(cardholderId)).toBe(0);
  });
});
