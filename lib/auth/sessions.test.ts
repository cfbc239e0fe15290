import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { makeCardholder } from "#test/factories.ts";
import {
  cardholderScopeOf,
  endAllSessions,
  endOtherSessions,
  endSession,
  listSessions,
  openSession,
  openSessionByPassword,
  scopeOfSession,
} from "./sessions.ts";

describe("a session", () => {
  it("is opened for 90 days", async () => {
    const { scope } = await makeCardholder();
    const family = await db().sessionFamily.findUniqueOrThrow({ where: { id: scope.familyId } });
    const days = (family.expiresAt.getTime() - family.createdAt.getTime()) / 86_400_000;
    expect(days).toBeCloseTo(90, 3);
  });

  it("is not opened with a password that is being replaced", async () => {
    const { cardholderId } = await makeCardholder();
    await db().cardholder.update({ where: { id: cardholderId }, data: { passwordHash: "old" } });
    const opened = await transaction(async (tx) => {
      await tx.query("update cardholder set password_hash = 'new' where id = $1", [cardholderId]);
      const opening = openSessionByPassword(cardholderId, "old", null);
      await endAllSessions(tx, cardholderId);
      return { opening };
    });
    expect(await opened.opening).toBeNull();
    expect(await openSessionByPassword(cardholderId, "new", null)).toBeTruthy();
  });

  it("is open until it is ended, and can be ended only once", async () => {
    const { scope } = await makeCardholder();
    expect(await cardholderScopeOf(scope)).toEqual(scope);
    expect(await endSession(scope)).toBe(true);
    expect(await endSession(scope)).toBe(false);
    expect(await cardholderScopeOf(scope)).toBeNull();
  });

  it("ends at its expiry", async () => {
    const { scope } = await makeCardholder();
    const where = { id: scope.familyId };
    await db().sessionFamily.update({ where, data: { expiresAt: new Date(Date.now() - 1_000) } });
    expect(await cardholderScopeOf(scope)).toBeNull();
  });

  it("is not found under an unknown ID", async () => {
    expect(
      await cardholderScopeOf({ cardholderId: randomUUID(), familyId: randomUUID() }),
    ).toBeNull();
  });

  it("belongs to its cardholder only", async () => {
    const { scope } = await makeCardholder();
    expect(await scopeOfSession(scope)).toEqual(scope);
    expect(await scopeOfSession({ ...scope, cardholderId: randomUUID() })).toBeNull();
  });

  it("records its last use to the minute", async () => {
    const { scope } = await makeCardholder();
    const where = { id: scope.familyId };
    const usedAt = async () => (await db().sessionFamily.findUniqueOrThrow({ where })).lastUsedAt;
    const opened = await usedAt();
    await scopeOfSession(scope);
    expect(await usedAt()).toEqual(opened);
    const longAgo = new Date(Date.now() - 3_600_000);
    await db().sessionFamily.update({ where, data: { lastUsedAt: longAgo } });
    await scopeOfSession({ ...scope, cardholderId: randomUUID() });
    expect(await usedAt()).toEqual(longAgo);
    await scopeOfSession(scope);
    expect((await usedAt()).getTime()).toBeGreaterThan(Date.now() - 60_000);
  });
});

describe("a cardholder's sessions", () => {
  it("are listed with their user agent, without ended ones", async () => {
    const { scope, cardholderId } = await makeCardholder();
    const phone = await openSession(cardholderId, "Phone/1");
    await endSession(await openSession(cardholderId, "Tablet/1"));
    const sessions = await listSessions(scope);
    expect(sessions.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
      ["Phone/1", false],
      [null, true],
    ]);
    expect(sessions[0]?.sessionId).toBe(phone.familyId);
  });

  it("can be ended one by one, only by their owner", async () => {
    const { scope, cardholderId } = await makeCardholder();
    const other = await openSession(cardholderId);
    const stranger = await makeCardholder();
    expect(await endSession(stranger.scope, other.familyId)).toBe(false);
    expect(await endSession(scope, other.familyId)).toBe(true);
    expect(await cardholderScopeOf(scope)).toEqual(scope);
    expect(await cardholderScopeOf(other)).toBeNull();
  });

  it("can all be ended except the current one", async () => {
    const { scope, cardholderId } = await makeCardholder();
    const others = [await openSession(cardholderId), await openSession(cardholderId)];
    const stranger = await makeCardholder();
    expect(await endOtherSessions(scope)).toBe(2);
    for (const other of others) expect(await cardholderScopeOf(other)).toBeNull();
    expect(await listSessions(scope)).toHaveLength(1);
    expect(await listSessions(stranger.scope)).toHaveLength(1);
  });
});
