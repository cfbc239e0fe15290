/** Where a cardholder's points come from: their links with banks, as giving needs to know them. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { STANDARD_RATE } from "../../cardholders/profile/loyalty.ts";
import { findSources } from "../sql.ts";

/** An account that points can come from; only an `active` one gives. */
export type Source = Awaited<ReturnType<typeof findSources>>[number];

/** The latest linked first. */
export const listSources = ({ cardholderId }: CardholderScope): Promise<Source[]> =>
  findSources({ cardholderId, standardRate: STANDARD_RATE });

/** One of them; undefined where they have none with this id, whoever else has. */
export async function findSource(
  scope: CardholderScope,
  accountId: string,
): Promise<Source | undefined> {
  // A person has few.
  return (await listSources(scope)).find((source) => source.accountId === accountId);
}
