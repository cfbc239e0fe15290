import type { SchoolScope } from "#lib/auth/scopes.ts";
import type { SchoolGiftDetail } from "#lib/batches/contract.ts";
import type { GiftHistory } from "#lib/batches/gifts/sql.ts";
import { getGift, readHistory } from "#lib/batches/queries.ts";
import { nullIf } from "#lib/errors.ts";

export type FoundGift = { gift: SchoolGiftDetail; history: GiftHistory };

/** The gift that the path names, by its number or ID, and what happened to it; null if the school has none. */
export function findGift(scope: SchoolScope, named: string): Promise<FoundGift | null> {
  const read = async () => {
    const gift = await getGift(scope, named);
    return { gift, history: await readHistory(scope, gift.donation_id) };
  };
  return nullIf("DONATION_NOT_FOUND", read());
}

/** Whether the school still has to decide about it. */
export const isUndecided = ({ gift, history }: FoundGift): boolean =>
  gift.status === "pending" && history.closedAt !== null && gift.decided_at === null;
