/** The demo bank: giving inside its app, and what the bank receives. */
import type { Page } from "playwright/test";
import { demonstration, getDonation } from "./application.ts";
import { flowIn, openInApp } from "./demo-bank.ts";
import { enterAmount, heading, review, reviewButton } from "./embed-sessions.ts";
import { expect, test } from "./fixtures.ts";

test.describe.configure({ mode: "parallel" });
// Concurrent tests register other origins for this bank, and a used token answers 409.
test.use({ allowedConsoleErrors: [/postMessage|status of 409/] });

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** What the bank's server has received about the donation. */
const received = (page: Page) =>
  part(page, "What the bank’s server received").getByRole("listitem");

async function giveInFrame(page: Page, amount: string): Promise<void> {
  await review(flowIn(page));
  await flowIn(page)
    .getByRole("button", { name: `Give ${amount}` })
    .click();
  await expect(heading(flowIn(page))).toHaveText("Thank you!");
}

/** The bank's key is in no page or URL, and the session's token only in the URL of the frame. */
async function expectNoSecrets(page: Page): Promise<void> {
  const [html, address] = [await page.content(), decodeURIComponent(page.url())];
  expect(html).not.toContain(demonstration().api_key);
  expect(html).not.toMatch(/svc_test_|whsec_/);
  const token = /token=([\w.-]+)/.exec(html)?.[1] as string;
  expect(token).toBeTruthy();
  expect(address).not.toContain(token.split(".")[1] as string);
  expect(await page.getByRole("main").innerText()).not.toContain(token);
}

/** The id of the donation that the page shows. */
async function shownDonation(page: Page): Promise<string> {
  const text = await part(page, "The donation").innerText();
  return /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0] as string;
}

test("a gift made in the frame appears beside it with its webhook, then links back", async ({
  page,
}) => {
  await openInApp(page);
  await expectNoSecrets(page);
  await expect(part(page, "The donation")).toContainText("Nothing has been given yet.");
  await giveInFrame(page, "$25");
  // No clicks from here on: the page updates by itself, and the frame stays open.
  await expect(part(page, "The donation")).toContainText("Confirmed");
  const webhook = received(page).filter({ hasText: "donation.completed" });
  await expect(webhook).toBeVisible();
  await expect(webhook.getByText("verified", { exact: true })).toBeVisible();
  await expect(heading(flowIn(page))).toHaveText("Thank you!");
  await expect(flowIn(page).getByText("Confirmed", { exact: true })).toBeVisible();
  const id = await shownDonation(page);
  expect(await getDonation(id)).toMatchObject({ dollar_amount: 25, channel: "embed" });

  await flowIn(page).getByRole("link", { name: "Back to Harbor" }).click();
  await expect(page).toHaveURL(
    `/sandbox/bank/back?status=accepted&donation_id=${id}&session_id=${id}`,
  );
  await expect(part(page, "What the app received")).toContainText(/status\s*accepted/);
  await expect(page.getByText("45,700")).toBeVisible();
  await expect(received(page).first()).toContainText("verified");
});

test("the bank is asked before a gift is accepted, and can decline it @long", async ({ page }) => {
  await openInApp(page, { "Preset amount": "None; the customer chooses" });
  await enterAmount(flowIn(page), "40.81");
  await review(flowIn(page));
  await flowIn(page).getByRole("button", { name: "Give $40.81" }).click();
  await expect(flowIn(page).getByRole("alert")).toContainText("Your bank declined this gift");
  await expect(received(page)).toContainText("donation.authorization_requested");
  await expect(part(page, "The donation")).toContainText("Nothing has been given yet.");
  await flowIn(page).getByRole("button", { name: "Edit", exact: true }).click();
  await enterAmount(flowIn(page), "40");
  await giveInFrame(page, "$40");
  await expect(part(page, "The donation")).toContainText("hold-");
});

test("lists the flow's messages and no others @long", async ({ page }) => {
  await openInApp(page);
  const log = page.getByRole("log");
  const message = { source: "points-embed", version: 1, session_id: "s-1" };
  await page.evaluate((own) => window.postMessage({ ...own, type: "forged" }, "*"), message);
  const frame = page.frames().find((one) => one.parentFrame() === page.mainFrame());
  await frame?.evaluate((own) => {
    const tell = (data: object) => window.parent.postMessage(data, location.origin);
    tell({ ...own, version: 2, type: "later" });
    tell({ ...own, type: "height", height: 512 });
    tell({ ...own, type: "height", height: 640 });
    tell({ ...own, type: "submitted", donation_id: "d-1", status: "accepted" });
  }, message);
  await expect(log.getByRole("listitem").filter({ hasText: "submitted" })).toContainText("d-1");
  await expect(log.getByRole("listitem").filter({ hasText: "640" })).toHaveCount(1);
  await expect(log).not.toContainText(/forged|later|512/);
});

test("locked fields can't be changed, and the bank chooses the theme @long", async ({ page }) => {
  await openInApp(page, {
    "Preset amount": "$50, locked",
    "Preset school": "Ohio State, locked",
    Theme: "Dark",
  });
  await expect(flowIn(page).getByRole("radio")).toHaveCount(0);
  await expect(flowIn(page).locator("html")).toHaveCSS("background-color", "rgb(13, 14, 18)");
  await expect(page.getByLabel("Theme")).toHaveValue("dark");
  await openInApp(page, { Theme: "The bank’s colors" });
  await expect(flowIn(page).locator("html")).toHaveCSS("background-color", "rgb(242, 247, 247)");
  await openInApp(page, { Theme: "Large and round" });
  await expect(reviewButton(flowIn(page))).toHaveCSS("border-radius", "16px");
});

test.describe("without JavaScript @long", () => {
  test.use({ javaScriptEnabled: false });

  test("works the same, in the frame or as a full page and back", async ({ page }) => {
    await openInApp(page);
    // Inside <noscript>, where text locators don't match.
    await expect(page.locator("noscript p")).toBeVisible();
    expect((await page.locator("iframe").boundingBox())?.height).toBeGreaterThan(700);
    await giveInFrame(page, "$25");
    await expect(async () => {
      await page.reload();
      await expect(received(page).first()).toContainText("verified", { timeout: 500 });
    }).toPass();

    await page.getByRole("button", { name: "Open a new donation screen" }).click();
    await page.getByRole("link", { name: "Open as a full page" }).click();
    await review(page);
    await page.getByRole("button", { name: "Give $25" }).click();
    await page.getByRole("link", { name: "Back to Harbor" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Back in the bank’s app");
    const id = new URL(page.url()).searchParams.get("donation_id") as string;
    await expect(part(page, "The donation")).toContainText(id);
  });

  test("canceling says that nothing was given", async ({ page }) => {
    await openInApp(page);
    await flowIn(page).getByRole("link", { name: "Cancel" }).click();
    await expect(page).toHaveURL(/\/back\?status=cancelled&session_id=/);
    await expect(page.getByText("Nothing was given.")).toBeVisible();
  });
});

test("a forged return URL isn't trusted: the page asks the API @long", async ({ page }) => {
  await page.goto(
    "/sandbox/bank/back?status=accepted&donation_id=../../v1/schools&session_id=<b>x</b>",
  );
  await expect(part(page, "The donation")).toContainText("This bank has no donation with that ID.");
  await expect(page.getByText("48,200")).toBeVisible();
  await expect(page.getByText("<b>x</b>")).toBeVisible();
  await page.goto("/sandbox/bank?session=broken");
  await expect(page.getByText("This donation screen has expired")).toBeVisible();
});

test("only this page can frame the flow, and only its own form opens one", async ({ request }) => {
  const policyOf = async (path: string) =>
    (await request.get(path)).headers()["content-security-policy"];
  expect(await policyOf("/sandbox/bank")).toMatch(/; frame-src 'self';/);
  for (const path of ["/sandbox", "/sandbox/bank/back", "/"]) {
    expect(await policyOf(path)).not.toContain("frame-src");
  }
  const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  const forged = await request.post("/sandbox/bank/open", { headers, form: { amount: "none" } });
  expect(forged.status()).toBe(403);
});
