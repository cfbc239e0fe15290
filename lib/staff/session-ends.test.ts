import { describe, expect, it } from "vitest";
import { acceptAllLinks } from "#lib/accounts/acceptance/accept.ts";
import { nameOfActor } from "#lib/auth/actors.ts";
import type { CardholderScope, StaffScope } from "#lib/auth/scopes.ts";
import { signOut, signOutOtherSessions } from "#lib/auth/sessions.ts";
import type { Tenant } from "#lib/auth/tenants.ts";
import { changePassword } from "#lib/cardholders/password/change.ts";
import { issueLinkToken } from "#lib/cardholders/password/links.ts";
import { resetPassword } from "#lib/cardholders/password/reset.ts";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { makeBank } from "#test/factories.ts";
import { openSession } from "#test/open-session.ts";
import { PASSWORD } from "#test/sign-in.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";

const NEXT = "the heron stands in the reeds";

type Ending = (own: CardholderScope, staff: StaffScope) => Promise<unknown>;

const ENDINGS: Record<string, Ending> = {
  "signing out": (_, staff) => signOut(staff),
  "ending it in the settings": (own, { familyId }) => signOut(own, familyId),
  "signing out everywhere else": (own) => signOutOtherSessions(own),
  "a new password": (own) =>
    changePassword(own, { current_password: PASSWORD, new_password: NEXT }),
  "a password reset": async ({ cardholderId }) => {
    const token = await transaction((tx) => issueLinkToken(tx, cardholderId));
    await resetPassword({ token, new_password: NEXT }, acceptAllLinks);
  },
};

describe.each(Object.entries(ENDINGS))("%s", (_name, end) => {
  it("is in the log of each team that the session worked for, once", async () => {
    const bank = { kind: "bank", bankId: (await makeBank()).bankId } as const;
    for (const tenant of [await makeSchoolTenant(), bank] as Tenant[]) {
      const { scope, cardholderId } = await makeMember(tenant, "viewer");
      await end(await openSession(cardholderId), scope);
      expect(
        await db().auditEntry.findMany({
          where: { tenant: scope.tenant, action: "session.end" },
          select: { actor: true, subject: true, details: true, bankId: true },
        }),
      ).toEqual([
        {
          actor: nameOfActor(scope.actor),
          subject: scope.membershipId,
          details: { sessionId: scope.familyId },
          bankId: tenant.kind === "bank" ? tenant.bankId : null,
        },
      ]);
    }
  });
});
