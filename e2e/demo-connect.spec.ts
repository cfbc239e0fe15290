/** The demo bank asks its customer for consent, end to end. */
import { makeCardholder, query } from "./application.ts";
import { expect, fillSignIn, test } from "./fixtures.ts";

// Serial: the demo bank has one customer who connects, so concurrent tests would end each other's link.
test.describe.configure({ mode: "serial" });

const user = "demo-jordan-connects";
test.afterAll(() =>
  query(
    "update account set status = 'unlinked', unlinked_at = now() where bank_user_id = $1 and status <> 'unlinked'",
    [user],
  ),
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the customer connects, and the bank has the account, its token, and its webhook", async ({
    page,
  }) => {
    const person = await makeCardholder();
    await page.goto("/sandbox/bank");
    await page.getByRole("link", { name: "Connect with your account" }).click();
    await page.getByRole("button", { name: "Connect with your account" }).click();
    await fillSignIn(page, person);
    // The bank has the demo's address for its customer.
    await page.getByLabel(`Yes, connect it to ${person.email}`).check();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByText("Your account is connected.")).toBeVisible();
    expect(page.url(), "neither code nor state is left in the URL").not.toMatch(/code=|state=/);
    await expect(page.getByRole("region", { name: "The account" })).toContainText("active");
    await expect(page.getByRole("region", { name: "The ID token", exact: true })).toContainText(
      '"sub"',
    );
    await expect(async () => {
      await page.reload();
      const webhook = page.getByRole("region", { name: "The webhook" });
      await expect(webhook).toContainText("account.linked", { timeout: 1_000 });
      await expect(webhook).toContainText("verified", { timeout: 1_000 });
    }).toPass();
  });
});

test("it can be repeated, and declined @long", async ({ page }) => {
  const person = await makeCardholder();
  await page.goto("/sandbox/bank/connect");
  await page.getByRole("button", { name: "Connect with your account" }).click();
  await fillSignIn(page, person);
  await page.getByRole("button", { name: "Don’t connect" }).click();
  await expect(page.getByText("You didn’t connect your account.")).toBeVisible();
});

test("a return that the bank didn't request connects nothing", async ({ page }) => {
  await page.goto("/sandbox/bank/connect/link?code=oac_x&state=guessed&iss=x");
  await expect(page.getByText("That didn’t work, and nothing was connected.")).toBeVisible();
});
