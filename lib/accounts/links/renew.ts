/** An account's request for consent: made when its bank links it, and ended when anything else happens to the link. */
import { v7 as uuidv7 } from "uuid";
import { hashOfSecret, makeOpaqueToken } from "../../auth/tokens/opaque-tokens.ts";
import { inSeconds } from "../../database/expressions.ts";
import { affected } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import type { Transaction } from "../../database/transaction.ts";
import { env } from "../../env.ts";
import type { LinkRequest } from "../contract.ts";

export const HANDLE_PREFIX = "lnk";

/** Ends the account's request, if any, with every grant, code, and token that came of it. */
export async function endLink(tx: Transaction, accountId: string): Promise<void> {
  await affected(kysely.deleteFrom("accountLink").where("accountId", "=", accountId), tx);
}

/**
 * Ends the account's earlier request, and makes a new one if the bank wants the cardholder's consent.
 * @returns the URL to send the cardholder to, with a secret handle and no personal data; null if no consent is wanted
 */
export async function renewLink(
  tx: Transaction,
  accountId: string,
  request: LinkRequest,
): Promise<string | null> {
  await endLink(tx, accountId);
  if (request.redirect_uri == null) return null;
  const handle = makeOpaqueToken(HANDLE_PREFIX);
  const link = {
    id: uuidv7(),
    accountId,
    handleHash: hashOfSecret(handle),
    redirectUri: request.redirect_uri,
    state: request.state ?? null,
    nonce: request.nonce ?? null,
    codeChallenge: request.code_challenge ?? null,
    expiresAt: inSeconds(env().consentLifetimeMs / 1_000),
  };
  await affected(kysely.insertInto("accountLink").values(link), tx);
  return `${env().publicBaseUrl}/oauth/link/${handle}`;
}
