/** A fan's account at a school's platform: looked up once, then remembered. */
import type { SystemScope } from "../auth/scopes.ts";
import { db, pool } from "../db.ts";
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
  const { rows } = await pool().query<{ platform_account_id: string }>({
    name: "platform-account",
    text: "select platform_account_id from platform_account where school_id = $1 and email_key = $2",
    values: [key.schoolId, key.emailKey],
  });
  if (rows[0]) return rows[0].platform_account_id;
  const platformAccountId = await adapter.findOrCreateFan(access, email);
  // Two pushes for one fan may meet here; the platform answered both with the same account.
  await db().platformAccount.createMany({
    data: [{ ...key, platformAccountId }],
    skipDuplicates: true,
  });
  return platformAccountId;
}
