/** A fan's account at a school's platform: looked up once, then remembered. */
import type { SystemScope } from "../auth/scopes.ts";
import { batchedLookup } from "../batch.ts";
import { pool } from "../database/pool.ts";
import { emailKey } from "../text.ts";
import type { PlatformAccess, TicketingAdapter } from "./adapter.ts";

type Fan = { schoolId: string; emailKey: string };
type Account = { key: string; accountId: string };

const keyOf = ({ schoolId, emailKey }: Fan) => JSON.stringify([schoolId, emailKey]);

const findAccount = batchedLookup<Account>(
  async (keys) => {
    const fans = keys.map((key) => JSON.parse(key) as [string, string]);
    const { rows } = await pool().query<Account>({
      name: "platform-accounts",
      text: `
        select wanted.key, found.platform_account_id as "accountId"
        from unnest($1::text[], $2::text[], $3::text[]) as wanted (key, school_id, email_key)
        cross join lateral (
          select platform_account_id from platform_account
          where school_id = wanted.school_id and email_key = wanted.email_key offset 0
        ) found`,
      values: [keys, fans.map(([schoolId]) => schoolId), fans.map(([, emailKey]) => emailKey)],
    });
    return rows;
  },
  ({ key }) => key,
);

async function remember({ schoolId, emailKey }: Fan, accountId: string): Promise<void> {
  // Two pushes for one fan may meet here; the platform answered both with the same account.
  await pool().query({
    name: "remember-platform-account",
    text: `insert into platform_account (school_id, email_key, platform_account_id)
           values ($1, $2, $3) on conflict do nothing`,
    values: [schoolId, emailKey, accountId],
  });
}

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
  const fan = { schoolId: access.schoolId, emailKey: emailKey(email) };
  const known = await findAccount(keyOf(fan));
  if (known) return known.accountId;
  const accountId = await adapter.findOrCreateFan(access, email);
  await remember(fan, accountId);
  return accountId;
}
