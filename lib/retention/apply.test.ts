import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { makeAccount, makeBank } from "#test/factories.ts";
import { db } from "../database/prisma.ts";
import { applyRetention } from "./apply.ts";

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

it("deletes expired rows of every table, and keeps what is recent or still needed", async () => {
  const account = await makeAccount(await makeBank());
  const { cardholderId } = await db().account.findUniqueOrThrow({ where: { id: account } });
  const session = (expiresAt: Date, revokedAt: Date | null = null) => ({
    id: randomUUID(),
    cardholderId,
    expiresAt,
    revokedAt,
  });
  const sessions = {
    running: session(daysAgo(-1)),
    justEnded: session(daysAgo(1)),
    longEnded: session(daysAgo(31)),
    longRevoked: session(daysAgo(-30), daysAgo(31)),
  };
  await db().sessionFamily.createMany({ data: Object.values(sessions) });
  const email = (status: string, days: number) => ({
    id: randomUUID(),
    to: `${randomUUID()}@example.com`,
    kind: "receipt",
    subject: "s",
    text: "t",
    status,
    createdAt: daysAgo(days),
  });
  const emails = {
    old: email("sent", 91),
    young: email("sent", 89),
    waiting: email("pending", 91),
  };
  await db().email.createMany({ data: Object.values(emails) });
  await db().refreshToken.createMany({
    data: Object.values(sessions).map(({ id }) => ({ tokenHash: randomBytes(32), familyId: id })),
  });
  const resetLink = (days: number) => ({
    tokenHash: randomBytes(32),
    cardholderId,
    expiresAt: daysAgo(days),
  });
  await db().resetToken.createMany({ data: [resetLink(2), resetLink(0.5), resetLink(-0.01)] });

  const link = await db().accountLink.create({
    data: {
      id: randomUUID(),
      accountId: account,
      handleHash: randomBytes(32),
      redirectUri: "https://bank.example/",
      expiresAt: daysAgo(2),
    },
  });
  const other = await makeAccount(await makeBank());
  const young = await db().accountLink.create({
    data: {
      ...link,
      id: randomUUID(),
      accountId: other,
      handleHash: randomBytes(32),
      expiresAt: daysAgo(0.5),
    },
  });
  const object = (linkId: string, days: number) => ({
    idHash: randomBytes(32),
    kind: "Grant",
    linkId,
    encryptedPayload: randomBytes(8),
    expiresAt: daysAgo(days),
  });
  const objects = [object(link.id, 0.5), object(young.id, 2), object(young.id, 0.5)];
  await db().oauthObject.createMany({ data: objects });
  const key = (publishedUntil: Date | null) => ({
    kid: randomUUID(),
    encryptedKey: randomBytes(8),
    signsFrom: daysAgo(9),
    publishedUntil,
  });
  const signing = [key(daysAgo(2)), key(daysAgo(-1)), key(null)];
  await db().signingKey.createMany({ data: signing });

  const count = (day: Date) => ({ mailbox: randomUUID(), day, limitName: "receipt", requested: 1 });
  const counts = { old: count(daysAgo(4)), young: count(daysAgo(1)) };
  await db().emailCount.createMany({ data: Object.values(counts) });
  await db().codeAttempt.create({
    data: { cardholderId, attemptCount: 1, expiresAt: daysAgo(2) },
  });

  const total = (days: number) => ({
    accountId: account,
    day: daysAgo(days),
    donatedCents: 1,
    maxCents: 2,
  });
  await db().dailyGiftTotal.createMany({ data: [total(4), total(1)] });

  await applyRetention();

  expect(await db().dailyGiftTotal.count({ where: { accountId: account } })).toBe(1);
  const mailbox = { in: Object.values(counts).map((one) => one.mailbox) };
  const counted = await db().emailCount.findMany({ where: { mailbox } });
  expect(counted.map((one) => one.mailbox)).toEqual([counts.young.mailbox]);
  expect(await db().codeAttempt.count({ where: { cardholderId } })).toBe(0);
  const left = await db().sessionFamily.findMany({ where: { cardholderId } });
  expect(left.map(({ id }) => id).sort()).toEqual(
    [sessions.running.id, sessions.justEnded.id].sort(),
  );
  const familyId = { in: Object.values(sessions).map(({ id }) => id) };
  expect(await db().refreshToken.count({ where: { familyId } })).toBe(2);
  expect(await db().resetToken.count({ where: { cardholderId } })).toBe(2);
  const ids = Object.values(emails).map(({ id }) => id);
  const kept = await db().email.findMany({ where: { id: { in: ids } } });
  expect(kept.map(({ id }) => id).sort()).toEqual([emails.young.id, emails.waiting.id].sort());
  const linkIds = { in: [link.id, young.id] };
  expect(await db().accountLink.findMany({ where: { id: linkIds } })).toEqual([young]);
  const [, , recent] = objects;
  const stored = await db().oauthObject.findMany({ where: { linkId: linkIds } });
  expect(stored).toMatchObject([{ expiresAt: recent?.expiresAt }]);
  const kid = { in: signing.map((one) => one.kid) };
  expect(await db().signingKey.count({ where: { kid } })).toBe(2);
  // Other tests couldn't decrypt these keys.
  await db().signingKey.deleteMany({ where: { kid } });
  expect(new Set(Object.values(await applyRetention()))).toEqual(new Set([0]));
});
