import { confirmationEmail } from "./emails.ts";
import { expect, test } from "./fixtures.ts";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the sandbox shows an email as text and as HTML", async ({ page }) => {
    const email = await confirmationEmail();
    await page.goto("/sandbox");
    await page.getByRole("main").getByRole("link", { name: "Emails" }).click();
    const row = page.getByRole("listitem").filter({ hasText: email.to });
    await row.getByRole("link", { name: "Your $30 gift to Ohio State is confirmed" }).click();

    const link = new RegExp(`/donations/${email.donationId}/receipt$`);
    await expect(page.getByRole("link", { name: link })).toHaveAttribute("href", link);

    await page.getByRole("link", { name: "View the HTML version" }).click();
    await expect(page.getByRole("heading", { name: "Thank you!" })).toBeVisible();
    const ticket = page.locator("td[bgcolor]").filter({ hasText: "$30" }).last();
    await expect(ticket).toHaveCSS("background-color", "rgb(187, 0, 0)");
    const button = page.getByRole("link", { name: "View receipt" });
    await expect(button).toHaveAttribute("href", link);
    // Opens in a new window.
    const [opened] = await Promise.all([page.waitForEvent("popup"), button.click()]);
    // Asks for a sign-in.
    await expect(opened).toHaveURL(`/signin?next=%2Fdonations%2F${email.donationId}%2Freceipt`);
  });
});

test("an email's HTML can neither load nor run anything", async ({ request }) => {
  const { id } = await confirmationEmail();
  const response = await request.get(`/sandbox/emails/${id}/html`);
  expect(response.headers()["content-security-policy"]).toMatch(/^default-src 'none'.*; sandbox /);
  expect(response.headers()["content-security-policy"]).not.toMatch(/allow-scripts|script-src/);
});
