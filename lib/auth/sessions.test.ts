import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { makeCardholder } from "#test/factories.ts";
import { openSession } from "#test/open-session.ts";
import {
  endSession,
  endSessions,
  listSessions,
  openSessionByPassword,
  sessionScopeOf,
} from "./sessions.ts";
import { MAX_OPEN_SESSIONS } from "./sql.ts";

const oldSession = (cardholderId: string, lastUsedAt: Date) => ({
  id: randomUUID(),
  cardholderId,
  lastUsedAt,
  expiresAt: new Date(Date.now() + 86_400_000),
});

const signIn = (id: string, passwordHash: string) =>
  openSessionByPassword(
    { id, passwordHash },
    { address: "192.0.2.1", userAgent: null, proof: null },
  );

/** A cardholder whose password hash is "old". */
async function makePersonWithPassword() {
  const { cardholderId, scope } = await makeCardholder();
  await db().cardholder.update({ where: { id: cardholderId }, data: { passwordHash: "old" } });
  return { cardholderId, scope };
}

describe("a session", () => {
  it("lasts 90 days", async () => {
    const { cardholderId } = await makePersonWithPassword();
    const opened = await signIn(cardholderId, "old");
    const id = opened?.familyId ?? "";
    const family = await db().sessionFamily.findUniqueOrThrow({ where: { id } });
    const days = (family.expiresAt.getTime() - family.createdAt.getTime()) / 86_400_000;
    expect(days).toBeCloseTo(90, 3);
  });

  it("isn't opened with a password that's being replaced", async () => {
    const { cardholderId } = await makePersonWithPassword();
    const opened = await transaction(async (tx) => {
      await tx.query("update cardholder set password_hash = 'new' where id = $1", [cardholderId]);
      const opening = signIn(cardholderId, "old");
      await endSessions(tx, cardholderId);
      return { opening };
    });
    expect(await opened.opening).toBeNull();
    expect(await signIn(cardholderId, "new")).toBeTruthy();
  });

  it("stays open until it's ended, and can be ended only once", async () => {
    const { scope } = await makeCardholder();
    expect(await sessionScopeOf(scope)).toEqual(scope);
    expect(await endSession(scope)).toBe(true);
    expect(await endSession(scope)).toBe(false);
    expect(await sessionScopeOf(scope)).toBeNull();
  });

  it("ends when it expires", async () => {
    const { scope } = await makeCardholder();
    const where = { id: scope.familyId };
    await db().sessionFamily.update({ where, data: { expiresAt: new Date(Date.now() - 1_000) } });
    expect(await sessionScopeOf(scope)).toBeNull();
  });

  it("isn't found by an unknown ID", async () => {
    expect(await sessionScopeOf({ cardholderId: randomUUID(), familyId: randomUUID() })).toBeNull();
  });

  it("belongs only to its cardholder", async () => {
    const { scope } = await makeCardholder();
    expect(await sessionScopeOf(scope)).toEqual(scope);
    expect(await sessionScopeOf({ ...scope, cardholderId: randomUUID() })).toBeNull();
  });

  it("records its latest use, to the minute", async () => {
    const { scope } = await makeCardholder();
    const where = { id: scope.familyId };
    const usedAt = async () => (await db().sessionFamily.findUniqueOrThrow({ where })).lastUsedAt;
    const opened = await usedAt();
    await sessionScopeOf(scope);
    expect(await usedAt()).toEqual(opened);
    const longAgo = new Date(Date.now() - 3_600_000);
    await db().sessionFamily.update({ where, data: { lastUsedAt: longAgo } });
    await sessionScopeOf({ ...scope, cardholderId: randomUUID() });
    expect(await usedAt()).toEqual(longAgo);
    await sessionScopeOf(scope);
    expect((await usedAt()).getTime()).toBeGreaterThan(Date.now() - 60_000);
  });
});

describe("a cardholder's sessions", () => {
  it("are listed with their user agent, without ended ones", async () => {
    const { scope, cardholderId } = await makeCardholder();
    const phone = await openSession(cardholderId, "Phone/1");
    await endSession(await openSession(cardholderId, "Tablet/1"));
    const { sessions, count } = await listSessions(scope);
    expect(count).toBe(2);
    expect(sessions.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
      [null, true],
      ["Phone/1", false],
    ]);
    expect(sessions[1]?.sessionId).toBe(phone.familyId);
  });

  it("can be ended one by one, only by their owner", async () => {
    const { scope, cardholderId } = await makeCardholder();
    const other = await openSession(cardholderId);
    const stranger = await makeCardholder();
    expect(await endSession(stranger.scope, other.familyId)).toBe(false);
    expect(await endSession(scope, other.familyId)).toBe(true);
    expect(await sessionScopeOf(scope)).toEqual(scope);
    expect(await sessionScopeOf(other)).toBeNull();
  });

  it("can all be ended except the current one", async () => {
    const { scope, cardholderId } = await makeCardholder();
    const others = [await openSession(cardholderId), await openSession(cardholderId)];
    const stranger = await makeCardholder();
    expect(await transaction((tx) => endSessions(tx, cardholderId, scope.familyId))).toBe(2);
    for (const other of others) expect(await sessionScopeOf(other)).toBeNull();
    expect(await listSessions(scope)).toMatchObject({ count: 1 });
    expect(await listSessions(stranger.scope)).toMatchObject({ count: 1 });
  });

  it("are limited to 100, ending the least recently used, and 50 are listed", async () => {
    const { scope, cardholderId } = await makePersonWithPassword();
    // The current session is the least recently used one that stays open.
    const usedAt = (n: number) => new Date(Date.now() - n * 60_000);
    const before = [...Array(110).keys()].map((n) => oldSession(cardholderId, usedAt(n + 1)));
    await db().sessionFamily.createMany({ data: before });
    const where = { id: scope.familyId };
    await db().sessionFamily.update({ where, data: { lastUsedAt: usedAt(98.5) } });
    await signIn(cardholderId, "old");
    const open = await db().sessionFamily.findMany({ where: { cardholderId, revokedAt: null } });
    expect(open).toHaveLength(MAX_OPEN_SESSIONS);
    const ids = new Set(open.map(({ id }) => id));
    expect(before.map(({ id }) => ids.has(id))).toEqual(before.map((_, n) => n < 98));
    const { sessions, count } = await listSessions(scope);
    expect([sessions.length, count]).toEqual([50, 100]);
    expect(sessions[0]).toMatchObject({ sessionId: scope.familyId, isCurrent: true });
  });

  it("take up few rows, however often someone signs in, even concurrently", async () => {
    const { cardholderId } = await makePersonWithPassword();
    const data = [...Array(400).keys()].map((n) => oldSession(cardholderId, new Date(n)));
    await db().sessionFamily.createMany({ data });
    await Promise.all([...Array(12)].map(() => signIn(cardholderId, "old")));
    await signIn(cardholderId, "old");
    const where = { cardholderId, revokedAt: null };
    expect(await db().sessionFamily.count({ where })).toBe(MAX_OPEN_SESSIONS);
    await signIn(cardholderId, "old");
    const rows = await db().sessionFamily.count({ where: { cardholderId } });
    expect(rows).toBeLessThanOrEqual(2 * MAX_OPEN_SESSIONS + 1);
  });
});
