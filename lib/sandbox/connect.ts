/** The demo bank's side of linking with consent: what any bank's server does, without an OAuth library. */
import { createHash, randomBytes } from "node:crypto";
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import type { Account, LinkResult } from "../accounts/contract.ts";
import { env } from "../env.ts";
import { callApi, fetchData, readKey, send } from "./bank-backend.ts";
import { DEMO_BANK_ID, DEMO_CONNECTING_USER, readDemo } from "./demo-bank.ts";

/** Where the customer returns to. */
const redirectUri = () => `${env().publicBaseUrl}/sandbox/bank/connect/link`;

/** What the bank stores in the customer's session until they return. */
export type ConnectSession = { state: string; nonce: string; verifier: string };

/** The body of the bank server's request. */
export function linkRequest({ state, nonce, verifier }: ConnectSession) {
  return {
    bank_user_id: DEMO_CONNECTING_USER,
    display_name: "Jordan Sample",
    email: readDemo(env().dataDir)?.email ?? "",
    loyalty_program_id: "travel-miles",
    redirect_uri: redirectUri(),
    state,
    nonce,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  };
}

const random = () => randomBytes(32).toString("base64url");

/** Requests the link. Ends an earlier one first, so that the demo can be repeated. */
export async function beginConnecting(): Promise<{ path: string; session: ConnectSession } | null> {
  const session = { state: random(), nonce: random(), verifier: random() };
  const request = linkRequest(session);
  let response = await callApi("/v1/accounts/link", request);
  if (response?.status === 409) {
    const { error } = await response.json();
    const account = `/v1/accounts/${error.details.service_user_id}`;
    await callApi(account, { reason: "bank_policy" }, "DELETE");
    response = await callApi("/v1/accounts/link", request);
  }
  if (response?.status !== 201) return null;
  const { data } = (await response.json()) as { data: LinkResult };
  return { path: new URL(data.oauth_redirect_url as string).pathname, session };
}

export type ConnectResult =
  | { outcome: "declined" | "refused" }
  | { outcome: "connected"; claims: JWTPayload; accountId: string };

async function redeemCode(code: string, verifier: string): Promise<string | null> {
  const secret = readKey();
  if (!secret) return null;
  const credentials = [DEMO_BANK_ID, secret].map(encodeURIComponent).join(":");
  const response = await send("/oauth/token", {
    method: "POST",
    headers: { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri(),
      code_verifier: verifier,
    }),
  });
  return response?.ok ? ((await response.json()) as { id_token: string }).id_token : null;
}

/** The claims of an ID token, after every check that a bank has to make. */
async function verify(idToken: string, nonce: string): Promise<JWTPayload | null> {
  const keys = await send("/oauth/jwks", {});
  if (!keys?.ok) return null;
  const published = createLocalJWKSet((await keys.json()) as JSONWebKeySet);
  const expected = { issuer: env().publicBaseUrl, audience: DEMO_BANK_ID, algorithms: ["RS256"] };
  const { payload } = await jwtVerify(idToken, published, expected);
  return payload.nonce === nonce ? payload : null;
}

/**
 * Redeems the code that the customer returned with.
 * @param query of the URL; @param session the customer's; null if it has expired
 */
export async function finishConnecting(
  query: URLSearchParams,
  session: ConnectSession | null,
): Promise<ConnectResult> {
  const isOurs = session !== null && query.get("state") === session.state;
  if (!isOurs || query.get("iss") !== env().publicBaseUrl) return { outcome: "refused" };
  if (query.get("error") === "access_denied") return { outcome: "declined" };
  const idToken = await redeemCode(query.get("code") ?? "", session.verifier);
  const claims = idToken === null ? null : await verify(idToken, session.nonce);
  if (!claims?.sub) return { outcome: "refused" };
  return { outcome: "connected", claims, accountId: claims.sub };
}

/** The account as the API returns it to the bank, or null. */
export const fetchAccount = (id: string) => fetchData<Account>(`/v1/accounts/${id}`);
