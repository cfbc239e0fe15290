/** A bank's clerk with a caller on the phone: five questions about gifts, each answered from one box. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { query } from "./application.ts";
import { expect, test } from "./fixtures.ts";
import { signInToBankWithGifts } from "./school-gifts.ts";

const main = (page: Page) => page.getByRole("main");

for (const javaScriptEnabled of [false, true]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("a clerk answers five questions about gifts", async ({ page }) => {
      const { ids } = await signInToBankWithGifts(page, "/bank/donations");
      const search = async (text: string) => {
        await page.goto("/bank/donations");
        await page.getByRole("searchbox").fill(text);
        await page.getByRole("searchbox").press("Enter");
        await page.waitForURL(/[?&]q=/);
      };
      const open = (id = "") => page.goto(`/bank/donations/${id}`);

      await test.step("“Did my gift of $19.99 arrive?” Yes, with this number.", async () => {
        await search("$19.99");
        await expect(main(page)).toContainText("1 gift · $19.99");
        await open(ids[3]);
        await expect(main(page)).toContainText("Confirmed as TU-26-1042");
      });

      await test.step("“I’m Pat Sample. Why was one declined?”", async () => {
        await search("pat sample");
        await expect(main(page)).toContainText("2 gifts");
        await open(ids[5]);
        await expect(main(page)).toContainText("We don’t have this fund");
      });

      await test.step("“My reference is this. When will it be confirmed?”", async () => {
        await search(ids[0] ?? "");
        await expect(main(page)).toContainText("1 gift · $25.00");
        await open(ids[0]);
        await expect(main(page)).toContainText("Expected by");
      });

      await test.step("“That one wasn’t me. Stop it!” And later: “It was me.”", async () => {
        await main(page).locator("summary", { hasText: "Put on hold" }).click();
        await page.getByLabel("Reason").fill("The caller doesn’t know it");
        await main(page).getByRole("button", { name: "Put on hold" }).click();
        await expect(main(page)).toContainText("The gift is on hold");
        await expect(main(page)).toContainText("The caller doesn’t know it");
        await main(page).getByText("Release", { exact: true }).click();
        await main(page).getByRole("button", { name: "Release now" }).click();
        await expect(main(page)).toContainText("The gift goes on to the school");
      });

      await test.step("“I have a new address.” Earlier gifts stay theirs.", async () => {
        await main(page).getByRole("link", { name: "Pat Sample" }).click();
        await main(page).getByText("Change the email address").click();
        const email = `${randomUUID()}@donor.example`;
        await page.getByLabel("New email address").fill(email);
        await main(page).getByRole("button", { name: "Change address" }).click();
        await expect(main(page)).toContainText("The address was changed");
        await expect(main(page)).toContainText(email);
        await expect(main(page).getByRole("row")).toHaveCount(2);
        const [gift] = await query("select cardholder_id from donation where id = $1", [ids[0]]);
        expect(gift?.cardholder_id).toBeTruthy();
      });
    });
  });
}

test("a clerk opens a gift beside the list, and copies its ID", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { ids } = await signInToBankWithGifts(page, "/bank/donations");
  const panel = page.getByRole("complementary", { name: "Record" });
  // Until its script has loaded, the link opens the gift's own page.
  await expect(async () => {
    await page.goto("/bank/donations");
    await main(page).getByRole("row").nth(1).getByRole("link").click();
    await expect(panel).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await panel
    .getByRole("button", { name: `Copy ${ids[0]}` })
    .first()
    .click();
  await expect(panel.getByText("Copied").first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ids[0]);
});
