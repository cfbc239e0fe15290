/** Links customers with their consent. */
import {
  beginLink,
  type ConsentRequest,
  completeLink,
  type IdTokenClaims,
  isServiceError,
  LinkError,
  type LinkSession,
} from "#client/index.ts";
import type { Bank } from "./bank.ts";

/** What the bank knows about a customer. */
export type Customer = Omit<ConsentRequest, "redirect_uri">;

/**
 * Requests a link, and ends an earlier one of the customer first, so that the demo can be repeated.
 * @returns where the customer decides, and their session
 * @throws ServiceError or NoResponseError, as requests of the client do
 */
export async function requestLink({ client, redirectUri }: Bank, customer: Customer) {
  const request = () => beginLink(client, { ...customer, redirect_uri: redirectUri });
  return request().catch(async (error) => {
    if (!isServiceError(error, "ACCOUNT_ALREADY_LINKED")) throw error;
    const params = { path: error.details };
    const body = { reason: "bank_policy" } as const;
    await client.DELETE("/v1/accounts/{service_user_id}", { params, body });
    return request();
  });
}

export type LinkOutcome =
  | { outcome: "declined" | "refused" }
  | { outcome: "connected"; claims: IdTokenClaims; accountId: string };

/**
 * Ends a link that the customer has decided about.
 * @param query of the URL that they returned to
 * @param session theirs; null if it has expired
 */
export async function finishLink(
  { client, bankId, redirectUri, issuer }: Bank,
  query: URLSearchParams,
  session: LinkSession | null,
): Promise<LinkOutcome> {
  try {
    const returned = { bankId, redirectUri, issuer, query, session };
    const claims = await completeLink(client, returned);
    return { outcome: "connected", claims, accountId: claims.sub };
  } catch (error) {
    const isDeclined = error instanceof LinkError && error.reason === "declined";
    return { outcome: isDeclined ? "declined" : "refused" };
  }
}
