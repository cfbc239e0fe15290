import { batchedLookup } from "../batch.ts";
import { emailKey } from "../text.ts";
import type { PlatformAccess, TicketingAdapter } from "./adapter.ts";
import { findAccounts, insertAccount } from "./sql.ts";

type Fan = { schoolId: string; emailKey: string };

const keyOf = ({ schoolId, emailKey }: Fan) => JSON.stringify([schoolId, emailKey]);

const findAccount = batchedLookup(
  (keys) =>
    findAccounts({
      fans: keys.map((key) => {
        const [schoolId, emailKey]: [string, string] = JSON.parse(key);
        return { key, schoolId, emailKey };
      }),
    }),
  ({ key }) => key,
);

/**
 * The platform account that receives the credit: the fan's own, or the school's house account if the
 * donation has no fan.
 */
export async function fanAccountOf(
  adapter: TicketingAdapter,
  access: PlatformAccess,
  email: string | null,
): Promise<string> {
  if (email === null) return access.houseAccountId;
  const fan = { schoolId: access.schoolId, emailKey: emailKey(email) };
  const known = await findAccount(keyOf(fan));
  if (known?.accountId) return known.accountId;
  const accountId = await adapter.findOrCreateFan(access, email);
  await insertAccount({ ...fan, accountId });
  return accountId;
}
