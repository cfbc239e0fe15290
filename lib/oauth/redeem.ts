/** Redeems an authorization code: the code, the account, and the event change in one transaction, or not at all. */
import { errors, Provider } from "oidc-provider";
import { redeemLink } from "../accounts/links/consent.ts";
import type { BankScope } from "../auth/scopes.ts";
import { transaction } from "../database/transaction.ts";
import { consumeCode, findObject, revokeGrant } from "./sql.ts";

/** What is known of a token request. */
export type Redemption = { bank?: BankScope; linkId?: string };

/** The state of the library's current request. */
export const redemption = (): Redemption => Provider.ctx?.state ?? {};

/**
 * Redeems a code, once, for the bank that has been authenticated. What a replayed code has given is revoked; the account stays active, since a retry
 * after a lost response must not undo a link.
 * @throws InvalidGrant if it was redeemed before, has expired, or its link has ended
 */
export async function redeemCode(
  code: { idHash: Buffer; kind: string },
  request: Redemption,
): Promise<void> {
  const { bank } = request;
  if (!bank) throw new Error("no bank has been authenticated");
  const isRedeemed = await transaction(async (tx) => {
    const [consumed] = await consumeCode(code, tx);
    if (!consumed) return false;
    request.linkId = consumed.linkId;
    return redeemLink(bank, consumed.linkId, tx);
  });
  if (isRedeemed) return;
  const [found] = await findObject(code);
  if (found?.grantHash) await revokeGrant({ grantHash: found.grantHash });
  throw new errors.InvalidGrant("authorization code was redeemed before, or its link has ended");
}
