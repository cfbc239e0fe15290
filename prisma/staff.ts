/** The people who work for the sandbox's teams. */
import { audit } from "#lib/auth/audit.ts";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { ensureCardholder } from "#lib/cardholders/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { SANDBOX_STAFF } from "#lib/sandbox/staff.ts";
import { ensureMembership } from "#lib/staff/memberships.ts";
import { actorIn } from "#lib/staff/tenants.ts";

/** Adds those who don't exist yet. One who was removed from their team stays removed. */
export async function ensureStaff({ actor }: SystemScope): Promise<void> {
  const emails = SANDBOX_STAFF.map(({ email }) => email);
  const found = await db().cardholder.findMany({
    where: { emailKey: { in: emails } },
    select: { emailKey: true },
  });
  const existing = new Set(found.map(({ emailKey }) => emailKey));
  await transaction(async (tx) => {
    for (const { email, role, team } of SANDBOX_STAFF) {
      if (existing.has(email)) continue;
      const cardholderId = await ensureCardholder(tx, email);
      const membershipId = await ensureMembership(tx, { cardholderId, role, team });
      await audit(tx, actorIn(team, actor), "team.join", membershipId, { email, role });
    }
  });
}
