/** The demo bank's server. It calls this service with the bank's API key. */
import { decryptToken, encryptToken } from "../auth/tokens/encrypted-tokens.ts";
import { readToken } from "../auth/tokens/signed-tokens.ts";
import { isRedirectUrl } from "../banks/redirects.ts";
import { db } from "../database/prisma.ts";
import type { Donation } from "../donations/contract.ts";
import type { EmbedToken } from "../embed/contract.ts";
import { env } from "../env.ts";
import { uuid } from "../fields.ts";
import { DEMO_BANK_ID, DEMO_USER, readDemo } from "./demo-bank.ts";
import { type FlowChoice, requestFor } from "./flow-choice.ts";

const TIMEOUT_MS = 10_000;

/** Longer than an embed token's lifetime, so that the result stays visible. */
const FLOW_VISIBLE_SECONDS = 60 * 60;

export const readKey = () => readDemo(env().dataDir)?.api_key;

/** Sends a request to this service; null if there is no response. */
export const send = (path: string, init: RequestInit): Promise<Response | null> =>
  fetch(`http://127.0.0.1:${env().port}${path}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    cache: "no-store",
    ...init,
  }).catch(() => null);

/** Calls the API as the bank; null without a key. */
export async function callApi(
  path: string,
  body?: object,
  method = body ? "POST" : "GET",
): Promise<Response | null> {
  const key = readKey();
  if (!key) return null;
  const headers = { "X-Service-API-Key": key, "Content-Type": "application/json" };
  return send(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
}

/** Calls the API as the bank. @returns the response's data; null for an error, or without a key */
export async function fetchData<Data>(path: string, body?: object): Promise<Data | null> {
  const response = await callApi(path, body);
  if (!response?.ok) return null;
  return ((await response.json()) as { data: Data }).data;
}

export async function tokenRequest(choice: FlowChoice) {
  const customer = { bankId: DEMO_BANK_ID, bankUserId: DEMO_USER };
  const account = await db().account.findFirst({ where: customer });
  const back = `${env().publicBaseUrl}/sandbox/bank/back`;
  return {
    service_user_id: account?.id ?? null,
    ...requestFor(choice),
    // Only URLs that a bank may use: plain http is limited to loopback.
    ...(isRedirectUrl(back) ? { return_url: back, cancel_url: back } : {}),
  };
}

/** An opened flow: its URL, the session ID in its messages, and the choices it was opened with. */
export type OpenedFlow = { url: string; sessionId: string; choice: FlowChoice };

/**
 * Opens a flow for the bank's customer.
 * @returns the flow, for a page's URL: encrypted, since its token allows giving; null if the API rejects it
 */
export async function openDemoFlow(choice: FlowChoice): Promise<string | null> {
  const token = await fetchData<EmbedToken>("/v1/embed/token", await tokenRequest(choice));
  const read = token && (await readToken("embed-session", token.embed_token));
  if (!token || !read) return null;
  const opened: OpenedFlow = { url: token.embed_url, sessionId: String(read.claims.sub), choice };
  return encryptToken("demo-flow", opened, FLOW_VISIBLE_SECONDS);
}

/** Decrypts the opened flow in a URL; null if expired or invalid. */
export const readOpenedFlow = (session: string) => decryptToken<OpenedFlow>("demo-flow", session);

/** A donation of the bank, as the API returns it, or null. */
export async function fetchDonation(id: string): Promise<Donation | null> {
  return uuid.safeParse(id).success ? fetchData<Donation>(`/v1/donations/${id}`) : null;
}
