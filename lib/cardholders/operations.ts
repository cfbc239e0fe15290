import { audit } from "../auth/audit.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { db } from "../database/prisma.ts";
import { transaction } from "../database/transaction.ts";
import { emailKey } from "../text.ts";
import { hasFactor } from "./mfa/factors.ts";

/** Accounts and sessions shown per cardholder. */
const MAX_SHOWN = 100;

/** The cardholder with this email address, with their latest accounts and sessions, or null. Each view is audited. */
export async function findCardholder(scope: SystemScope, email: string) {
  const found = await db().cardholder.findUnique({
    where: { emailKey: emailKey(email) },
    select: {
      id: true,
      email: true,
      displayName: true,
      createdAt: true,
      passwordChangedAt: true,
      passwordHash: true,
      accounts: {
        orderBy: { linkedAt: "desc" },
        take: MAX_SHOWN,
        select: {
          id: true,
          status: true,
          acceptedAt: true,
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
        take: MAX_SHOWN,
        select: { id: true, createdAt: true, lastUsedAt: true, expiresAt: true, userAgent: true },
      },
    },
  });
  if (!found) return null;
  await transaction((tx) => audit(tx, scope, "cardholder.show", found.id));
  const { id, passwordHash, accounts, sessions, ...rest } = found;
  return {
    cardholderId: id,
    ...rest,
    activated: passwordHash !== null,
    mfaEnabled: await hasFactor(id),
    accounts: accounts.map(({ id: serviceUserId, bank, ...account }) => ({
      serviceUserId,
      bankId: bank.id,
      bankName: bank.name,
      ...account,
    })),
    sessions: sessions.map(({ id: sessionId, ...session }) => ({ sessionId, ...session })),
  };
}
