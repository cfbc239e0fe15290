/** Renews an account's request for consent, when its bank links it. */
import { v7 as uuidv7 } from "uuid";
import type { Transaction } from "../../database/transaction.ts";
import { env } from "../../env.ts";
import type { LinkRequest } from "../contract.ts";
import { makeHandle } from "./handle.ts";
import { deleteLink, insertLink } from "./sql.ts";

/**
 * Ends the account's earlier request, with every grant, code, and token that came of it, and makes a new one
 * if the bank wants the cardholder's consent.
 * @returns the URL to send the cardholder to; null if no consent is wanted
 */
export async function renewLink(
  tx: Transaction,
  accountId: string,
  request: LinkRequest,
): Promise<string | null> {
  await deleteLink({ accountId }, tx);
  if (request.redirect_uri == null) return null;
  const { handleHash, url } = makeHandle();
  await insertLink(
    {
      ...{ id: uuidv7(), accountId, handleHash, redirectUri: request.redirect_uri },
      ...{ state: request.state ?? null, nonce: request.nonce ?? null },
      codeChallenge: request.code_challenge ?? null,
      lifetimeSeconds: env().consentLifetimeMs / 1_000,
    },
    tx,
  );
  return url;
}
