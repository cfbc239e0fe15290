import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "#lib/db.ts";
import { makeAccount, makeBank } from "#test/factories.ts";
import { hashPassword } from "./passwords.ts";
import { signSession } from "./session-token.ts";
import { cardholderScopeOf, endSession, scopeOfSession, signIn } from "./sessions.ts";

const PASSWORD = "a password that nobody guesses";

async function makePerson({ password = PASSWORD as string | null } = {}) {
  const accountId = await makeAccount(await makeBank());
  const account = await db().account.findUniqueOrThrow({ where: { id: accountId } });
  await db().cardholder.update({
    where: { id: account.cardholderId },
    data: { passwordHash: password && (await hashPassword(password)) },
  });
  return { id: account.cardholderId, email: account.email, accountId };
}

async function signInAs(email: string) {
  const scope = await signIn(email, PASSWORD);
  if (!scope) throw new Error("the sign-in failed");
  return scope;
}

describe("signing in", () => {
  it("opens a session of 90 days for address and password, whatever the address's case", async () => {
    const person = await makePerson();
    const scope = await signInAs(person.email.toUpperCase());
    expect(scope.cardholderId).toBe(person.id);
    const family = await db().sessionFamily.findUniqueOrThrow({ where: { id: scope.familyId } });
    const days = (family.expiresAt.getTime() - family.createdAt.getTime()) / 86_400_000;
    expect(days).toBeCloseTo(90, 3);
  });

  it("says the same of a wrong password, an unknown address and one without a password", async () => {
    const [known, unactivated] = [await makePerson(), await makePerson({ password: null })];
    expect(await signIn(known.email, "another password entirely")).toBeNull();
    expect(await signIn("nobody@example.com", PASSWORD)).toBeNull();
    expect(await signIn(unactivated.email, PASSWORD)).toBeNull();
    expect(await signIn(unactivated.email, "")).toBeNull();
    expect(await signIn("nul\0@example.com", PASSWORD)).toBeNull();
    expect(await signIn(known.email, "x".repeat(100_000))).toBeNull();
  });

  it("counts as activity of the person's active accounts", async () => {
    const { accountId, email } = await makePerson();
    const long = new Date("2020-01-01T00:00:00.000Z");
    await db().account.update({ where: { id: accountId }, data: { lastActiveAt: long } });
    await signInAs(email);
    const account = await db().account.findUniqueOrThrow({ where: { id: accountId } });
    expect(account.lastActiveAt.getTime()).toBeGreaterThan(long.getTime());
  });
});

describe("a session", () => {
  it("stands until it is ended, and is ended once", async () => {
    const scope = await signInAs((await makePerson()).email);
    expect(await cardholderScopeOf(scope.familyId)).toEqual(scope);
    expect(await endSession(scope)).toBe(true);
    expect(await endSession(scope)).toBe(false);
    expect(await cardholderScopeOf(scope.familyId)).toBeNull();
  });

  it("stands no longer than it was opened for", async () => {
    const scope = await signInAs((await makePerson()).email);
    const where = { id: scope.familyId };
    await db().sessionFamily.update({ where, data: { expiresAt: new Date(Date.now() - 1_000) } });
    expect(await cardholderScopeOf(scope.familyId)).toBeNull();
  });

  it("is no other session than the one that was never opened", async () => {
    expect(await cardholderScopeOf(randomUUID())).toBeNull();
  });

  it("is found by its cookie, unless the cookie names somebody else", async () => {
    const scope = await signInAs((await makePerson()).email);
    expect(await scopeOfSession(await signSession(scope, 60))).toEqual(scope);
    const foreign = { ...scope, cardholderId: randomUUID() };
    expect(await scopeOfSession(await signSession(foreign, 60))).toBeNull();
    expect(await scopeOfSession("no token")).toBeNull();
  });
});
