/** The accounts whose points a cardholder can give. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { STANDARD_RATE } from "../../cardholders/profile/loyalty.ts";
import { findSources } from "../sql.ts";

/** An account with points. Only an `active` one can give; that of a stopped bank is `bank_suspended`, and a
 * link that they have not accepted `unaccepted`. */
export type Source = Awaited<ReturnType<typeof findSources>>[number];

/** Most recently linked first. */
export const listSources = ({ cardholderId }: CardholderScope): Promise<Source[]> =>
  findSources({ cardholderId, standardRate: STANDARD_RATE });

/** One of this cardholder's accounts, or undefined. */
export async function findSource(
  scope: CardholderScope,
  accountId: string,
): Promise<Source | undefined> {
  // A cardholder has few accounts.
  return (await listSources(scope)).find((source) => source.accountId === accountId);
}
