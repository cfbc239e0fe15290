/** Linking with consent at the demo bank. */
import { randomUUID } from "node:crypto";
import * as openid from "openid-client";
import { recordSecrets } from "../logs.ts";
import type { Application } from "./application.ts";

const DEMO_BANK = "0d000000-0000-7000-8000-000000000001";
const REDIRECT_URI = "https://bank.example/linked";

/** The demo bank requests its cardholder's consent. */
export async function requestLink(app: Application) {
  const [state, nonce] = [openid.randomState(), openid.randomNonce()];
  const verifier = openid.randomPKCECodeVerifier();
  const code_challenge = await openid.calculatePKCECodeChallenge(verifier);
  const customer = {
    bank_user_id: randomUUID(),
    display_name: "Jordan Sample",
    email: app.demonstration.email,
    loyalty_program_id: "gold-rewards",
  };
  const body = { ...customer, redirect_uri: REDIRECT_URI, state, nonce, code_challenge };
  const linked = (await app.bankClient().POST("/v1/accounts/link", { body })).data;
  const url = linked.oauth_redirect_url as string;
  recordSecrets([url.split("/").at(-1), verifier]);
  return { id: linked.service_user_id, url, state, nonce, verifier };
}

export type RequestedLink = Awaited<ReturnType<typeof requestLink>>;

/** Redeems the code from the browser's return. */
export async function redeem(app: Application, link: RequestedLink, back: URL) {
  const client = await openid.discovery(
    new URL(app.base),
    DEMO_BANK,
    undefined,
    openid.ClientSecretBasic(app.demoKey),
    { execute: [openid.allowInsecureRequests] },
  );
  const tokens = await openid.authorizationCodeGrant(client, back, {
    expectedState: link.state,
    expectedNonce: link.nonce,
    pkceCodeVerifier: link.verifier,
    idTokenExpected: true,
  });
  recordSecrets([tokens.access_token, tokens.id_token]);
  return { client, tokens };
}

export const linkStatus = async (app: Application, id: string) =>
  (await app.api("GET", `/v1/accounts/${id}`)).body.data.status;
