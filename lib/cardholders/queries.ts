/** Reading cardholders. */
import type { CardholderScope } from "../auth/scopes.ts";
import { db } from "../db.ts";

export type OwnProfile = { email: string; displayName: string };

/** The cardholder of this session. Without a name of their own, the one that their bank sent last. */
export async function getOwnProfile(scope: CardholderScope): Promise<OwnProfile> {
  const row = await db().cardholder.findUniqueOrThrow({
    where: { id: scope.cardholderId },
    select: {
      email: true,
      displayName: true,
      accounts: { orderBy: { linkedAt: "desc" }, take: 1, select: { displayName: true } },
    },
  });
  const displayName = row.displayName ?? row.accounts[0]?.displayName ?? row.email;
  return { email: row.email, displayName };
}
