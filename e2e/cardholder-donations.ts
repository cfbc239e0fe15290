/** Creates donations for cardholders in the portal. */
import { expect } from "playwright/test";
import {
  bank,
  getDonation,
  makeCardholder,
  type Person,
  query,
  submitDonation,
} from "./application.ts";

export type Giver = Pick<Awaited<ReturnType<typeof makeCardholder>>, "accountId">;

/** Waits until the donation is completed or failed. */
export async function waitUntilSettled(donationId: string): Promise<void> {
  const statusOf = async () => (await getDonation(donationId)).status;
  await expect.poll(statusOf).not.toBe("pending");
}

/** Submits a donation from a cardholder's points. @returns its id */
export async function giveFrom(
  { accountId }: Giver,
  dollars: number,
  changes: Parameters<typeof submitDonation>[1] = {},
): Promise<string> {
  const donation = await submitDonation(dollars, { service_user_id: accountId, ...changes });
  return donation.donation_id;
}

/** Submits a donation and waits until it is settled. @returns its id */
export async function giveAndWait(...given: Parameters<typeof giveFrom>): Promise<string> {
  const id = await giveFrom(...given);
  await waitUntilSettled(id);
  return id;
}

/** Backdates a donation and its confirmation. */
export async function giveEarlier(donationId: string, at: string): Promise<void> {
  await query(
    `update donation set created_at = $2, estimated_confirmation_at = $2,
       completed_at = case when completed_at is not null then $2::timestamptz end where id = $1`,
    [donationId, at],
  );
}

/** A cardholder whose account was unlinked. */
export async function makeUnlinked(): Promise<Person> {
  const person = await makeCardholder();
  await bank().DELETE("/v1/accounts/{service_user_id}", {
    params: { path: { service_user_id: person.accountId } },
    body: {},
  });
  return person;
}
