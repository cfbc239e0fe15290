/** A fan's account at a school's platform: looked up once, then remembered. */
import type { SystemScope } from "../auth/scopes.ts";
import { db } from "../db.ts";
import { emailKey } from "../text.ts";
import type { PlatformAccess, TicketingAdapter } from "./adapter.ts";

/**
 * The platform account that receives the credit: the fan's own, or the school's house account where
 * the donation has no fan.
 */
export async function fanAccountOf(
  _scope: SystemScope,
  adapter: TicketingAdapter,
  access: PlatformAccess,
  email: string | null,
): Promise<string> {
  if (email === null) return access.houseAccountId;
  const key = { schoolId: access.schoolId, emailKey: emailKey(email) };
  const known = await db().platformAccount.findUnique({ where: { schoolId_emailKey: key } });
  if (known) return known.platformAccountId;
  const platformAccountId = await adapter.findOrCreateFan(access, email);
  // Two pushes for one fan may meet here; the platform answered both with the same account.
  await db().platformAccount.createMany({
    data: [{ ...key, platformAccountId }],
    skipDuplicates: true,
  });
  return platformAccountId;
}
