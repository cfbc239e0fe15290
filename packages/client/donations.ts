/** Submits donations, and waits for what becomes of them. */
import type { BankClient } from "./client.ts";
import { isServiceError } from "./errors.ts";
import type { CallOptions, Donation, DonationRequest } from "./operations.ts";
import { sleep } from "./retries.ts";

/**
 * Submits a donation. The `bank_transaction_ref` prevents a second one: if the same request was accepted
 * before, returns that donation.
 * @throws what calls throw: ServiceError DONATION_DUPLICATE if a different request has used the reference.
 *   After a NoResponseError, an abort, or a 5xx, it may have been accepted: submit it again, with the same one
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

/**
 * Waits until a donation is no longer pending, by asking, at first twice a second, then twice a minute. For
 * scripts and tests: it can take days, so servers wait for the webhook.
 * @param options `signal` ends the wait, for example `AbortSignal.timeout(60_000)`
 * @throws what calls throw
 */
export async function waitForDonation(
  client: BankClient,
  donationId: string,
  options: CallOptions = {},
): Promise<Donation> {
  for (let waitMs = 500; ; waitMs = Math.min(waitMs * 2, 30_000)) {
    const donation = await getDonation(client, donationId, options);
    if (donation.status !== "pending") return donation;
    await sleep(waitMs, options.signal);
  }
}
