/** Redeems an authorization code: the code, the account, and the event change in one transaction, or not at all. */
import { errors, Provider } from "oidc-provider";
import { redeemLink } from "../accounts/links/consent.ts";
import type { BankScope } from "../auth/scopes.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { ServiceError } from "../errors.ts";
import { consumeCode, findObject, revokeGrant } from "./sql.ts";

/** What is known of a token request. The link is known once its code has been redeemed. */
export type Redemption = { bank?: BankScope; linkId?: string };

/** The state of the library's current request. */
export const redemption = (): Redemption => Provider.ctx?.state ?? {};

type Code = { idHash: Buffer; kind: string };

export const notRedeemed = (): Error =>
  new errors.InvalidGrant("authorization code was redeemed before, or its link has ended");

/** Locks the account, its link, and then the code, as everything does that ends a link. @returns the link */
async function redeem(code: Code, bank: BankScope, tx: Transaction): Promise<string> {
  const [found] = await findObject(code, tx);
  if (!found || !(await redeemLink(bank, found.linkId, tx))) throw notRedeemed();
  const [consumed] = await consumeCode(code, tx);
  if (!consumed) throw notRedeemed();
  return consumed.linkId;
}

/** Revokes what a code gave that was redeemed before. */
async function revokeReplayed(code: Code): Promise<void> {
  const [found] = await findObject(code);
  if (found?.consumedAt && found.grantHash) await revokeGrant({ grantHash: found.grantHash });
}

/**
 * Redeems a code, once, for the bank that has been authenticated. What a replayed code has given is revoked; the
 * account stays active, since a retry after a lost response must not undo a link.
 * @throws InvalidGrant if it was redeemed before, has expired, or its link has ended; UnauthorizedClient if the bank is
 *   suspended
 */
export async function redeemCode(code: Code, request: Redemption): Promise<void> {
  const { bank } = request;
  if (!bank) throw new Error("no bank has been authenticated");
  try {
    request.linkId = await transaction((tx) => redeem(code, bank, tx));
  } catch (error) {
    if (error instanceof ServiceError && error.code === "BANK_SUSPENDED") {
      throw new errors.UnauthorizedClient(error.message);
    }
    if (error instanceof errors.InvalidGrant) await revokeReplayed(code);
    throw error;
  }
}
