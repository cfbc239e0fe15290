/** Links customers with their consent, as an OAuth library would. */
import { createHash, randomBytes } from "node:crypto";
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import { dataOf, ServiceError } from "#client/index.ts";
import { type Bank, send } from "./bank.ts";

/** What the bank knows about a customer. */
export type Customer = {
  bank_user_id: string;
  display_name: string;
  email: string;
  loyalty_program_id: string;
};

/** What the bank keeps in the customer's session until they return. */
export type LinkSession = { state: string; nonce: string; verifier: string };

export const linkRequest = (
  { redirectUri }: Bank,
  customer: Customer,
  { state, nonce, verifier }: LinkSession,
) => ({
  ...customer,
  redirect_uri: redirectUri,
  state,
  nonce,
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
});

const random = () => randomBytes(32).toString("base64url");

/**
 * Requests a link, and ends an earlier one of the customer first, so that the demo can be repeated.
 * @returns where the customer decides, and their session
 * @throws ServiceError, TypeError, or TimeoutError, as requests of the client do
 */
export async function requestLink(bank: Bank, customer: Customer) {
  const session: LinkSession = { state: random(), nonce: random(), verifier: random() };
  const body = linkRequest(bank, customer, session);
  const request = () => bank.client.POST("/v1/accounts/link", { body });
  let link = await request();
  const { code, details } = new ServiceError(link.response.status, link.error);
  if (code === "ACCOUNT_ALREADY_LINKED") {
    const path = { service_user_id: String(details.service_user_id) };
    const unlink = { params: { path }, body: { reason: "bank_policy" } } as const;
    await bank.client.DELETE("/v1/accounts/{service_user_id}", unlink);
    link = await request();
  }
  // Null only without a redirect URI.
  return { url: dataOf(link).oauth_redirect_url as string, session };
}

export type LinkOutcome =
  | { outcome: "declined" | "refused" }
  | { outcome: "connected"; claims: JWTPayload; accountId: string };

/** Redeems a code for an ID token. */
async function redeemCode(bank: Bank, code: string, verifier: string): Promise<string> {
  const credentials = [bank.bankId, bank.apiKey].map(encodeURIComponent).join(":");
  const response = await send(new URL("/oauth/token", bank.serviceUrl), {
    method: "POST",
    headers: { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: bank.redirectUri,
      code_verifier: verifier,
    }),
  });
  if (!response.ok) throw new Error(`the code was refused with ${response.status}`);
  return ((await response.json()) as { id_token: string }).id_token;
}

/** The claims of an ID token. @throws JOSEError if it isn't valid */
async function claimsOf({ serviceUrl, issuer, bankId }: Bank, idToken: string) {
  const keys = createRemoteJWKSet(new URL("/oauth/jwks", serviceUrl));
  const expected = { issuer, audience: bankId, algorithms: ["RS256"], requiredClaims: ["sub"] };
  return (await jwtVerify(idToken, keys, expected)).payload;
}

/**
 * Ends a link that the customer has decided about.
 * @param query of the URL that they returned to
 * @param session theirs; null if it has expired
 */
export async function finishLink(
  bank: Bank,
  query: URLSearchParams,
  session: LinkSession | null,
): Promise<LinkOutcome> {
  const isOurs = session !== null && query.get("state") === session.state;
  if (!isOurs || query.get("iss") !== bank.issuer) return { outcome: "refused" };
  if (query.get("error") === "access_denied") return { outcome: "declined" };
  try {
    const idToken = await redeemCode(bank, query.get("code") ?? "", session.verifier);
    const claims = await claimsOf(bank, idToken);
    if (claims.nonce !== session.nonce) return { outcome: "refused" };
    return { outcome: "connected", claims, accountId: claims.sub as string };
  } catch {
    return { outcome: "refused" };
  }
}
