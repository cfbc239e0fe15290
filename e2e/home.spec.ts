import {
  demonstration,
  getDonation,
  makeCardholder,
  query,
  submitDonation,
} from "./application.ts";
import { expect, signIn, test } from "./fixtures.ts";

async function settled(donationId: string): Promise<void> {
  const statusOf = async () => (await getDonation(donationId)).status;
  await expect.poll(statusOf, { timeout: 20_000 }).not.toBe("pending");
}

test("the sum and the number of schools are those of the database", async ({ page }) => {
  const { email, ...person } = demonstration();
  const [sums] = await query(
    `select to_char(sum(amount_cents) / 100.0, 'FM$999,999,990.00') as given,
       count(distinct school_id) as schools
     from donation join account on account.id = account_id
     join cardholder on cardholder.id = cardholder_id
     where email_key = $1 and donation.status = 'completed'`,
    [email],
  );
  await signIn(page, { email, ...person });
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText(sums.given.replace(/\.00$/, ""));
  await expect(heading).toContainText(`to ${sums.schools} schools`);
});

test("each donation tells how it stands, and what that means", async ({ page }) => {
  const person = await makeCardholder();
  const account = { service_user_id: person.accountId };
  const done = await submitDonation(25, account);
  const refused = await submitDonation(40.91, { ...account, school_id: "michigan" });
  await submitDonation(50.94, account);
  await Promise.all([settled(done.donation_id), settled(refused.donation_id)]);
  const { school_confirmation_id: number } = await getDonation(done.donation_id);

  await signIn(page, person);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    /You have given \$25 to 1 school$/,
  );
  await expect(page.getByText("$50.94 more is accepted and on its way.")).toBeVisible();
  const row = (amount: string) => page.getByRole("listitem").filter({ hasText: amount });
  await expect(row("$25")).toContainText("2,500 points");
  await expect(row("$25")).toContainText("Completed");
  await expect(row("$25")).toContainText(String(number));
  await expect(row("$40.91")).toContainText("Failed");
  await expect(row("$40.91")).toContainText("Michigan did not take it");
  await expect(row("$50.94")).toContainText("Accepted");
  await expect(row("$50.94")).toContainText("usually confirms within 5 minutes");
});

test("who has given nothing is told what will be here", async ({ page }) => {
  await signIn(page, await makeCardholder());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You have not given yet");
  await expect(page.getByText("each donation appears here")).toBeVisible();
});

test("nobody sees another's donations", async ({ page }) => {
  const other = await makeCardholder();
  await submitDonation(31, { service_user_id: other.accountId });
  await signIn(page, await makeCardholder());
  await expect(page.getByText("$31")).toHaveCount(0);
});

test("a long diary goes on page by page, and comes back", async ({ page }) => {
  const person = await makeCardholder();
  const account = { service_user_id: person.accountId };
  await Promise.all(Array.from({ length: 27 }, (_, n) => submitDonation(100 + n, account)));
  await signIn(page, person);
  await expect(page.getByRole("heading", { name: "Your 27 donations" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(25);
  await page.getByRole("link", { name: "Earlier donations" }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
  await page.getByRole("link", { name: "Newest donations" }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(25);
});
