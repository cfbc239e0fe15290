import type { Page } from "playwright/test";
import { submitDonation } from "./application.ts";
import { expect, test } from "./fixtures.ts";

/** Each part of the page is a list under its heading. */
const rowIn = (page: Page, part: string, text: string) =>
  page
    .getByRole("region", { name: part, exact: true })
    .getByRole("listitem")
    .filter({ hasText: text });

test("a submitted donation appears, completes, and its webhook arrives verified", async ({
  page,
}) => {
  await page.goto("/sandbox");
  const donation = await submitDonation(27);
  // No clicks from here on: the page updates by itself.
  const row = rowIn(page, "Donations", donation.bank_transaction_ref);
  await expect(row).toBeVisible();
  await expect(row.getByText("completed")).toBeVisible();
  await expect(row.getByText(/^[A-Z]+-\d\d-\d{6,}$/)).toBeVisible();

  const received = rowIn(page, "The bank’s inbox", donation.donation_id);
  await expect(received).toBeVisible();
  await expect(received.getByText("verified", { exact: true })).toBeVisible();
  await received.getByText("Body").click();
  await expect(received.getByText(`"donation_id": "${donation.donation_id}"`)).toBeVisible();
});

test("a webhook with a wrong signature is refused and shown as unverified @long", async ({
  page,
  request,
}) => {
  const id = `forged-${Date.now()}`;
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
    "webhook-signature": "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
  };
  for (const _ of [1, 2]) {
    const response = await request.post("/sandbox/inbox", { headers, data: '{"type":"forged"}' });
    expect(response.status()).toBe(401);
  }
  await page.goto("/sandbox");
  const row = rowIn(page, "The bank’s inbox", id);
  await expect(row).toHaveCount(1);
  await expect(row.getByText("not verified")).toBeVisible();
});

test("the page shows neither keys nor secrets", async ({ request }) => {
  const text = await (await request.get("/sandbox")).text();
  expect(text).not.toMatch(/svc_test_|whsec_/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the reload link updates the page @long", async ({ page }) => {
    await page.goto("/sandbox");
    const donation = await submitDonation(28);
    await expect(async () => {
      await page.getByRole("link", { name: "Reload" }).click();
      const row = rowIn(page, "Donations", donation.bank_transaction_ref);
      await expect(row.getByText("completed")).toBeVisible({ timeout: 500 });
    }).toPass();
  });
});
