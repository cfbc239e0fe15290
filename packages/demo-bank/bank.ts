/** A bank's server. It knows the service only by its API, through the client, and by the requests that the service sends it. */
import { decodeJwt } from "jose";
import { type BankClient, createBankClient } from "#client/index.ts";
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

/** Customers wait for the responses. */
const PATIENCE = { attempts: 2, timeoutMs: 10_000 };

export function openBank(configuration: Configuration): Bank {
  const { serviceUrl: baseUrl, apiKey } = configuration;
  const send = (url: string, init: RequestInit) => fetch(url, { ...init, cache: "no-store" });
  const client = createBankClient({ baseUrl, apiKey, fetch: send, ...PATIENCE });
  return { ...configuration, client };
}

/** The data of a response; null for an error, or without a response. */
const dataOrNull = async <Data>(sent: Promise<{ data: Data }>): Promise<Data | null> =>
  (await sent.catch(() => null))?.data ?? null;

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
 * @throws ServiceError or NoResponseError, as requests of the client do
 */
export async function openFlow({ client, returnUrl }: Bank, customer: string, choice: FlowChoice) {
  const params = { query: { bank_user_id: customer } };
  const [account] = (await client.GET("/v1/accounts/linked", { params })).data;
  const request = {
    service_user_id: account?.service_user_id ?? "",
    ...presetsFor(choice),
    ...(returnUrl && { return_url: returnUrl, cancel_url: returnUrl }),
  };
  const opened = (await client.POST("/v1/embed/token", { body: request })).data;
  const sessionId = decodeJwt(opened.embed_token).sub as string;
  return { url: opened.embed_url, sessionId, request };
}
