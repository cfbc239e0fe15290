import { readToken } from "../auth/tokens/signed-tokens.ts";
import { db } from "../database/prisma.ts";
import type { Donation } from "../donations/contract.ts";
import type { EmbedToken } from "../embed/contract.ts";
import { env } from "../env.ts";
import { isRedirectAddress } from "../fields.ts";
import { DEMO_BANK_ID, DEMO_USER } from "./demo-bank.ts";
import { readDemo } from "./demo-credentials.ts";
import { type FlowChoice, requestFor } from "./flow-choice.ts";

const PATIENCE_MS = 10_000;

/** The return and cancel URLs. */
export const RETURN_PATH = "/sandbox/bank/back";

/** The bank's API key, which is on its server only. */
export const readKey = () => readDemo(env().dataDir)?.api_key;

/** Sends a request to this service as the bank's server; null if there is no response. */
export const send = (path: string, init: RequestInit): Promise<Response | null> =>
  fetch(`http://127.0.0.1:${env().port}${path}`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
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

/** The same. @returns its data; null if it refuses, or without a key */
export async function ask<Data>(path: string, body?: object): Promise<Data | null> {
  const response = await callApi(path, body);
  if (!response?.ok) return null;
  return ((await response.json()) as { data: Data }).data;
}

/** The customer's linked account; null if it is not linked anymore. */
async function findAccountId(): Promise<string | null> {
  const account = await db().account.findUnique({
    where: { bankId_bankUserId: { bankId: DEMO_BANK_ID, bankUserId: DEMO_USER } },
    select: { id: true },
  });
  return account?.id ?? null;
}

/** The request that the bank's server sends for these choices. */
export async function tokenRequest(choice: FlowChoice) {
  const back = `${env().publicBaseUrl}${RETURN_PATH}`;
  return {
    service_user_id: await findAccountId(),
    ...requestFor(choice),
    // Only URLs that a bank may use: plain http is limited to loopback.
    ...(isRedirectAddress(back) ? { return_url: back, cancel_url: back } : {}),
  };
}

/** A flow that was opened: its URL, and the session whose messages belong to it. */
export type DemoFlow = { url: string; sessionId: string; expiresAt: string };

/** Opens a flow for the bank's customer; null if the API refuses. */
export async function openDemoFlow(choice: FlowChoice): Promise<DemoFlow | null> {
  const opened = await ask<EmbedToken>("/v1/embed/token", await tokenRequest(choice));
  const read = opened && (await readToken("embed-session", opened.embed_token));
  if (!opened || !read) return null;
  const sessionId = String(read.claims.sub);
  return { url: opened.embed_url, sessionId, expiresAt: opened.expires_at };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A donation of the bank, as the API shows it, or null. */
export async function askForDonation(id: string): Promise<Donation | null> {
  return UUID.test(id) ? ask<Donation>(`/v1/donations/${id}`) : null;
}
