/** A processor of a foundation finds a gift, decides about two, and thanks a donor. */
import type { Download, Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { signInWithGifts } from "./school-gifts.ts";

const main = (page: Page) => page.getByRole("main");
const press = (page: Page, name: string) =>
  main(page).getByRole("button", { name, exact: true }).click();

async function textOf(download: Download): Promise<string> {
  let text = "";
  for await (const chunk of await download.createReadStream()) text += chunk;
  return text;
}

async function download(page: Page, link: string): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    main(page).getByRole("link", { name: link }).click(),
  ]);
  return (await textOf(file)).trim().split("\r\n");
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a processor works on gifts, donors, and acknowledgments", async ({ page }) => {
    const { numbers } = await signInWithGifts(page, "/school/gifts");
    const [first = "", second = ""] = numbers;
    const rows = main(page).getByRole("row");

    await test.step("they search for a donor, save the view, and export it", async () => {
      await page.getByLabel("Donor").fill("pat");
      await page.getByLabel("Status").selectOption("Waiting");
      await press(page, "Show");
      await expect(main(page)).toContainText("1 gift, $25.00");
      const lines = await download(page, "Export as CSV");
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain(first);
      await main(page).getByText("Save this view").click();
      await page.getByLabel("Name", { exact: true }).fill("Pat’s waiting gifts");
      await press(page, "Save");
      await expect(main(page)).toContainText("View saved");
      await main(page).getByRole("link", { name: "All gifts" }).click();
      await expect(main(page)).toContainText("6 gifts, $124,044.99");
      await main(page).getByRole("link", { name: "Pat’s waiting gifts" }).click();
      await expect(rows).toHaveCount(2);
      await press(page, "Remove this view");
      await expect(main(page)).toContainText("View removed");
    });

    await test.step("they confirm one gift, and refuse another", async () => {
      await main(page).getByRole("link", { name: first }).click();
      await expect(main(page)).toContainText("Batch 12 closed");
      await page.getByLabel("Confirmation number").fill("TU-26-77");
      await press(page, "Confirm gift");
      await expect(main(page)).toContainText("Confirmed as TU-26-77");
      await expect(page.getByRole("button", { name: "Confirm gift" })).toHaveCount(0);
      await expect(async () => {
        await page.reload();
        await expect(main(page)).toContainText("The donor has your number", { timeout: 1 });
      }).toPass();
      await page.goto(`/school/gifts/${second}`);
      await main(page).getByRole("link", { name: "Refuse it instead" }).click();
      await expect(main(page)).toContainText("This can’t be undone.");
      await page.getByLabel("Reason").fill("We don’t have this fund");
      await press(page, "Refuse gift");
      await expect(main(page)).toContainText("We don’t have this fund");
    });

    await test.step("they see their donors, and thank the first", async () => {
      await page.getByRole("link", { name: "Donors", exact: true }).click();
      await expect(main(page)).toContainText("5 donors. Not listed: 1 gift from anonymous donors.");
      await main(page).getByRole("link", { name: "Acknowledgments" }).click();
      const lines = await download(page, "Export for mail merge");
      expect(lines[1]).toContain("Alexandra Wołoszańska-Featherstonehaugh");
      expect(lines).toHaveLength(4);
      await main(page).getByRole("checkbox").first().check();
      await press(page, "Mark selected as thanked");
      await expect(main(page)).toContainText("1 gift marked as thanked");
      await press(page, "Mark all 2 gifts as thanked");
      await expect(main(page)).toContainText("Nobody to thank.");
      await press(page, "Undo");
      await expect(main(page)).toContainText("2 gifts marked as not thanked");
      await main(page).getByRole("link", { name: "Thanked", exact: true }).click();
      await expect(rows).toHaveCount(2);
    });
  });
});
