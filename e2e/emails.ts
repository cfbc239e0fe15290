/** Emails of the application under test. It has no SMTP server, so they stay in its outbox. */
import { expect } from "playwright/test";
import { makeCardholder, query, submitDonation } from "./application.ts";

/** Gives as a new cardholder. @returns the confirmation email, once it has the receipt and is done with */
export async function confirmationEmail(): Promise<{ id: string; donationId: string; to: string }> {
  const person = await makeCardholder();
  const donation = await submitDonation(30, { service_user_id: person.accountId });
  let emails: { id: string }[] = [];
  await expect(async () => {
    emails = await query(
      `select id from email where "to" = $1 and subject like '%is confirmed'
         and text like '%Receipt number%' and status = 'kept'`,
      [person.email],
    );
    expect(emails).toHaveLength(1);
  }).toPass();
  return { id: String(emails[0]?.id), donationId: donation.donation_id, to: person.email };
}
