/** The one donation of an embedded session: it has the session's id. */
import type { EmbedScope } from "../auth/scopes.ts";
import type { CardholderDonation } from "../donations/contract.ts";
import { serializeCardholderDonation } from "../donations/serialize.ts";
import { selectEmbedDonation } from "./sql.ts";

/** The donation that a session has made, as its giver sees it; null where it has made none. */
export async function findEmbedDonation(scope: EmbedScope): Promise<CardholderDonation | null> {
  const [made] = await selectEmbedDonation(scope);
  return made ? serializeCardholderDonation(made) : null;
}
