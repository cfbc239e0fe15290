/** Authorizations as operators see them. */
import { db } from "../../database/prisma.ts";
import { asCents, toDollars } from "../../money.ts";

/** All that a bank was asked about one gift, first one first, also if it was never accepted. */
export async function listAuthorizationsOf(donationId: string) {
  const rows = await db().giftAuthorization.findMany({
    where: { donationId },
    orderBy: { createdAt: "asc" },
  });
  return rows.map(({ id, status, amountCents, points, holdReference, reason, ...times }) => ({
    ...{ authorizationId: id, status, dollarAmount: toDollars(asCents(amountCents)), points },
    ...{ holdReference, reason, createdAt: times.createdAt, decidedAt: times.decidedAt },
    expiresAt: times.expiresAt,
  }));
}
