/** Emails of the application under test. It has no SMTP server, so they stay in its outbox. */
import { expect } from "playwright/test";
import { makeCardholder, query, submitDonation } from "./application.ts";

/** Donates as a new cardholder. @returns the confirmation email, once it is in the outbox */
export async function confirmationEmail(): Promise<{ id: string; donationId: string; to: string }> {
  const person = await makeCardholder();
  const donation = await submitDonation(30, { service_user_id: person.accountId });
  let mails: { id: string }[] = [];
  await expect(async () => {
    mails = await query(`select id from mail where "to" = $1 and subject like '%is confirmed'`, [
      person.email,
    ]);
    expect(mails).toHaveLength(1);
  }).toPass({ timeout: 15_000 });
  return { id: String(mails[0]?.id), donationId: donation.donation_id, to: person.email };
}
