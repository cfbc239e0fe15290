import { db } from "../database/prisma.ts";
import { emailKey } from "../text.ts";

/** The cardholder with this address, their accounts, and open sessions; or null. */
export async function findCardholder(email: string) {
  const found = await db().cardholder.findUnique({
    where: { emailKey: emailKey(email) },
    select: {
      id: true,
      email: true,
      displayName: true,
      role: true,
      createdAt: true,
      passwordChangedAt: true,
      passwordHash: true,
      totp: { select: { confirmedAt: true } },
      accounts: {
        orderBy: { linkedAt: "desc" },
        select: {
          id: true,
          status: true,
          loyaltyProgramId: true,
          linkedAt: true,
          lastActiveAt: true,
          donationCount: true,
          bank: { select: { id: true, name: true } },
        },
      },
      sessions: {
        where: { revokedAt: null, expiresAt: { gt: new Date() } },
        orderBy: { createdAt: "desc" },
        select: { id: true, createdAt: true, lastUsedAt: true, expiresAt: true, userAgent: true },
      },
    },
  });
  if (!found) return null;
  const { id, passwordHash, totp, accounts, sessions, ...rest } = found;
  return {
    cardholderId: id,
    ...rest,
    activated: passwordHash !== null,
    mfaEnabled: totp?.confirmedAt != null,
    accounts: accounts.map(({ id: serviceUserId, bank, ...account }) => ({
      serviceUserId,
      bankId: bank.id,
      bankName: bank.name,
      ...account,
    })),
    sessions: sessions.map(({ id: sessionId, ...session }) => ({ sessionId, ...session })),
  };
}
