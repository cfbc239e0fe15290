/** Reads the donation of an embedded session, which has the session's ID. */
import type { EmbedScope } from "../auth/scopes.ts";
import type { CardholderDonation } from "../donations/contract.ts";
import { serializeCardholderDonation } from "../donations/serialize.ts";
import { selectEmbedDonation } from "./sql.ts";

/** The session's donation as its donor sees it, or null. */
export async function findEmbedDonation(scope: EmbedScope): Promise<CardholderDonation | null> {
  const [made] = await selectEmbedDonation(scope);
  return made ? serializeCardholderDonation(made) : null;
}
