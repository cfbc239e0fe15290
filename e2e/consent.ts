/** A bank whose customers approve links. Its OAuth client is openid-client. */
import { randomUUID } from "node:crypto";
import * as openid from "openid-client";
import type { Account } from "../packages/client/index.ts";
import { recordSecrets } from "../test/logs.ts";
import { bank, demonstration } from "./application.ts";
import { serveSite } from "./bank-site.ts";

export const DEMO_BANK = "0d000000-0000-7000-8000-000000000001";

/** The bank's site, with the page that customers return to. */
export async function openBankSite() {
  const site = await serveSite({ "/linked": { body: "<h1>Back at the bank</h1>" } });
  return { ...site, redirectUri: `${site.origin}/linked` };
}

/** Requests a link. @returns the URL for the customer, and what the bank stores to redeem the code */
export async function requestLink(redirect_uri: string, email = `${randomUUID()}@example.com`) {
  const [state, nonce] = [openid.randomState(), openid.randomNonce()];
  const verifier = openid.randomPKCECodeVerifier();
  const body = {
    bank_user_id: randomUUID(),
    display_name: "Sam Sample",
    email,
    loyalty_program_id: "gold-rewards",
    redirect_uri,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
  };
  const linked = (await bank().POST("/v1/accounts/link", { body })).data;
  const url = linked.oauth_redirect_url as string;
  recordSecrets([url.split("/").at(-1), verifier]);
  return { id: linked.service_user_id, url, email, state, nonce, verifier };
}

export type LinkRequest = Awaited<ReturnType<typeof requestLink>>;

/** Redeems the code in the URL of the customer's return. */
export async function redeemAt(linkRequest: LinkRequest, url: string) {
  recordSecrets([new URL(url).searchParams.get("code") ?? undefined]);
  const issuer = new URL(`http://localhost:${process.env.E2E_PORT}`);
  const client = await openid.discovery(
    issuer,
    DEMO_BANK,
    undefined,
    openid.ClientSecretBasic(demonstration().api_key),
    { execute: [openid.allowInsecureRequests] },
  );
  const tokens = await openid.authorizationCodeGrant(client, new URL(url), {
    expectedState: linkRequest.state,
    expectedNonce: linkRequest.nonce,
    pkceCodeVerifier: linkRequest.verifier,
    idTokenExpected: true,
  });
  recordSecrets([tokens.access_token, tokens.id_token]);
  return tokens.claims()?.sub;
}

/** The account as the bank sees it. */
export async function accountAtBank(service_user_id: string): Promise<Account> {
  const params = { path: { service_user_id } };
  return (await bank().GET("/v1/accounts/{service_user_id}", { params })).data;
}
