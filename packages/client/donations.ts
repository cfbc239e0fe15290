/** Submits donations, and waits for what becomes of them. */
import type { BankClient } from "./client.ts";
import { isServiceError } from "./errors.ts";
import type { CallOptions, Donation, DonationRequest } from "./operations.ts";
import { sleep } from "./retries.ts";

/**
 * Submits a donation. The `bank_transaction_ref` prevents a second one: if the same request was accepted before,
 * returns that donation.
 * @throws ServiceError if it's rejected (also if a different request has used the reference), or for the last
 *   429 or 5xx; NoResponseError, or the signal's reason. After all but a rejection, it may have been accepted: submit
 *   it again later with the same reference
 */
export async function submitDonation(
  client: BankClient,
  body: DonationRequest,
  options: CallOptions = {},
): Promise<Donation> {
  try {
    return (await client.POST("/v1/donations/request", { ...options, body })).data;
  } catch (error) {
    const wasAccepted = isServiceError(error, "DONATION_DUPLICATE") && error.details.same_request;
    if (!wasAccepted) throw error;
    return getDonation(client, error.details.donation_id, options);
  }
}

async function getDonation(client: BankClient, donation_id: string, options: CallOptions) {
  const params = { path: { donation_id } };
  return (await client.GET("/v1/donations/{donation_id}", { ...options, params })).data;
}

/** Between two looks at a donation: half a second, doubled up to half a minute. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * Waits until a donation is no longer pending, by asking. For scripts and tests: it can take days, so servers wait for
 * the webhook.
 * @param options `signal` ends the wait, for example `AbortSignal.timeout(60_000)`
 * @throws what requests of the client do
 */
export async function waitForDonation(
  client: BankClient,
  donationId: string,
  options: CallOptions = {},
): Promise<Donation> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const donation = await getDonation(client, donationId, options);
    if (donation.status !== "pending") return donation;
    await sleep(wait, options.signal);
  }
}
