/** A bank's server. It knows the service only by its API, through the client, and by the requests that the service sends it. */
import { decodeJwt } from "jose";
import { type BankClient, createBankClient, dataOf } from "#client/index.ts";
import { type FlowChoice, presetsFor } from "./presets.ts";

/** What the bank has been told at its registration, and what it has registered. */
type Configuration = {
  /** The service's URL, for requests from the bank's server. */
  serviceUrl: string;
  /** The service's public URL, which issues its ID tokens. */
  issuer: string;
  bankId: string;
  apiKey: string;
  /** Where customers return to from a donation screen; null if the service accepts no such URL. */
  returnUrl: string | null;
  /** Where customers return to once they have decided about a link. */
  redirectUri: string;
};

export type Bank = Configuration & { client: BankClient };

const TIMEOUT_MS = 10_000;

/** Sends a request that the client has no method for. */
export const send = (request: Request | URL, init?: RequestInit): Promise<Response> =>
  fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS), cache: "no-store", ...init });

export function openBank(configuration: Configuration): Bank {
  const { serviceUrl: baseUrl, apiKey } = configuration;
  return { ...configuration, client: createBankClient({ baseUrl, apiKey, fetch: send }) };
}

/** The data of a response; null for an error, or without a response. */
const dataOrNull = async <Data>(sent: Promise<{ data?: { data: Data } }>): Promise<Data | null> =>
  (await sent.catch(() => null))?.data?.data ?? null;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A donation of the bank. @param donation_id from a URL, which may be forged */
export async function findDonation({ client }: Bank, donation_id: string) {
  if (!UUID.test(donation_id)) return null;
  const params = { path: { donation_id } };
  return dataOrNull(client.GET("/v1/donations/{donation_id}", { params }));
}

/** An account of the bank. */
export function findAccount({ client }: Bank, service_user_id: string) {
  const params = { path: { service_user_id } };
  return dataOrNull(client.GET("/v1/accounts/{service_user_id}", { params }));
}

/**
 * Opens a donation screen for a customer.
 * @returns its URL, which allows a gift; the ID of its session, which the donation will have; and what was requested
 * @throws ServiceError, TypeError, or TimeoutError, as requests of the client do
 */
export async function openFlow({ client, returnUrl }: Bank, customer: string, choice: FlowChoice) {
  const params = { query: { bank_user_id: customer } };
  const [account] = dataOf(await client.GET("/v1/accounts/linked", { params }));
  const request = {
    service_user_id: account?.service_user_id ?? "",
    ...presetsFor(choice),
    ...(returnUrl && { return_url: returnUrl, cancel_url: returnUrl }),
  };
  const opened = dataOf(await client.POST("/v1/embed/token", { body: request }));
  const sessionId = decodeJwt(opened.embed_token).sub as string;
  return { url: opened.embed_url, sessionId, request };
}
