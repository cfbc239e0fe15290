/** The demo bank's part of linking with consent: what the server of any bank does, without a library. */
import { createHash, randomBytes } from "node:crypto";
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import type { Account, LinkResult } from "../accounts/contract.ts";
import { env } from "../env.ts";
import { ask, callApi, readKey, send } from "./bank-backend.ts";
import { DEMO_BANK_ID, DEMO_CONNECTING_USER, readDemo } from "./demo-bank.ts";

/** Where the customer is sent back to. */
const redirectUri = () => `${env().publicBaseUrl}/sandbox/bank/connect/link`;

/** What the bank keeps in the customer's session until they are back. */
export type Connecting = { state: string; nonce: string; verifier: string };

/** What the bank's server sends. */
export function linkRequest({ state, nonce, verifier }: Connecting) {
  return {
    bank_user_id: DEMO_CONNECTING_USER,
    display_name: "Jordan Sample",
    email: readDemo(env().dataDir)?.email ?? "",
    loyalty_program_id: "travel-miles",
    redirect_uri: redirectUri(),
    ...{ state, nonce },
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  };
}

const random = () => randomBytes(32).toString("base64url");

/** Asks for the link. An earlier one is ended first, so that the demo can be repeated. */
export async function beginConnecting(): Promise<{ path: string; kept: Connecting } | null> {
  const kept = { state: random(), nonce: random(), verifier: random() };
  const request = linkRequest(kept);
  let response = await callApi("/v1/accounts/link", request);
  if (response?.status === 409) {
    const { error } = await response.json();
    const account = `/v1/accounts/${error.details.service_user_id}`;
    await callApi(account, { reason: "bank_policy" }, "DELETE");
    response = await callApi("/v1/accounts/link", request);
  }
  if (response?.status !== 201) return null;
  const { data } = (await response.json()) as { data: LinkResult };
  return { path: new URL(data.oauth_redirect_url as string).pathname, kept };
}

/** What the bank has in the end. */
export type Connected =
  | { outcome: "declined" | "refused" }
  | { outcome: "connected"; claims: JWTPayload; accountId: string };

/** The ID token for a code, or null. */
async function redeemCode(code: string, verifier: string): Promise<string | null> {
  const secret = readKey();
  if (!secret) return null;
  const credentials = [DEMO_BANK_ID, secret].map(encodeURIComponent).join(":");
  const response = await send("/oauth/token", {
    method: "POST",
    headers: { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
    body: new URLSearchParams({
      ...{ grant_type: "authorization_code", code, redirect_uri: redirectUri() },
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
 * Redeems the code that the customer has come back with.
 * @param query of the URL; @param kept in the customer's session
 */
export async function finishConnecting(
  query: URLSearchParams,
  kept: Connecting | null,
): Promise<Connected> {
  const isOurs = kept !== null && query.get("state") === kept.state;
  if (!isOurs || query.get("iss") !== env().publicBaseUrl) return { outcome: "refused" };
  if (query.get("error") === "access_denied") return { outcome: "declined" };
  const idToken = await redeemCode(query.get("code") ?? "", kept.verifier);
  const claims = idToken === null ? null : await verify(idToken, kept.nonce);
  if (!claims?.sub) return { outcome: "refused" };
  return { outcome: "connected", claims, accountId: claims.sub };
}

/** The account as the API shows it to the bank, or null. */
export const askForAccount = (id: string) => ask<Account>(`/v1/accounts/${id}`);
