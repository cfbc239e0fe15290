/** The one donation of an embedded session: it has the session's id. */
import type { EmbedScope } from "../auth/scopes.ts";
import { REQUEST_TIMEOUT_MS, runForOne } from "../database/run.ts";
import type { OwnDonation } from "../donations/contract.ts";
import { serializeOwnDonation } from "../donations/serialize.ts";
import { ownDonations } from "../donations/sql.ts";

/** The donation that a session has made, as its giver sees it; null where it has made none. */
export async function findEmbedDonation(scope: EmbedScope): Promise<OwnDonation | null> {
  const made = ownDonations
    .where("d.id", "=", scope.sessionId)
    .where("d.bankId", "=", scope.bankId)
    .where("d.accountId", "=", scope.accountId)
    .where("d.cardholderId", "=", scope.cardholderId);
  const row = await runForOne(made, undefined, {
    name: "embed-donation",
    timeoutMs: REQUEST_TIMEOUT_MS,
  });
  return row ? serializeOwnDonation(row) : null;
}
