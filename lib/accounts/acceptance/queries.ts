/** Links that a person has not accepted yet, and what their banks say was given through them. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { type Cents, toDollars } from "../../money.ts";
import { findUnacceptedLinks } from "./sql.ts";

/** How many links are shown, and how many of each link's gifts are counted. */
const MAX_SHOWN = 50;
const MAX_COUNTED = 100;

export type UnacceptedLink = {
  accountId: string;
  bankName: string;
  programName: string;
  /** Completed gifts: at most a hundred, and whether there are more. */
  gifts: { count: number; more: boolean; usd: number };
};

/** Of a person who is signed in, or who has opened a link to set a password. */
export async function listUnacceptedLinks({
  cardholderId,
}: Pick<CardholderScope, "cardholderId">): Promise<UnacceptedLink[]> {
  const rows = await findUnacceptedLinks({
    ...{ cardholderId, limit: MAX_SHOWN, counted: MAX_COUNTED + 1 },
  });
  return rows.map(({ count, cents, ...link }) => ({
    ...link,
    gifts: {
      count: Math.min(count, MAX_COUNTED),
      more: count > MAX_COUNTED,
      usd: toDollars(cents as Cents),
    },
  }));
}
