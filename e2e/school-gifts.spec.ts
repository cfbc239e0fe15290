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
    const search = async (text: string) => {
      await page.getByRole("searchbox").fill(text);
      await page.getByRole("searchbox").press("Enter");
    };

    await test.step("they search for a donor, filter, save the view, and export it", async () => {
      await search("pat");
      await expect(main(page)).toContainText("2 gifts · $50.00");
      await main(page)
        .getByRole("link", { name: /^To confirm/ })
        .click();
      await expect(main(page)).toContainText("1 gift · $25.00");
      const lines = await download(page, "Export 1");
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain(first);
      await main(page).getByText("Saved views").click();
      await page.getByLabel("Name", { exact: true }).fill("Pat’s gifts");
      await press(page, "Save this view");
      await expect(main(page)).toContainText("View saved");
      await main(page).getByRole("link", { name: /^All/ }).click();
      await main(page).getByRole("link", { name: "Clear filters" }).first().click();
      await expect(main(page)).toContainText("6 gifts · $124,044.99");
      await main(page).getByText("Filter", { exact: true }).click();
      await page.getByLabel("Amount from").fill("$20");
      await page.getByLabel("Amount to").fill("500");
      await press(page, "Apply");
      await expect(main(page)).toContainText("4 gifts · $575.00");
      await main(page).getByRole("link", { name: "Remove filter: Amount" }).click();
      await main(page).getByText("Saved views").click();
      await main(page).getByRole("link", { name: "Pat’s gifts" }).click();
      await expect(rows).toHaveCount(2);
      await main(page).getByText("Saved views").click();
      await main(page).getByText("Remove this view").click();
      await press(page, "Remove view");
      await expect(main(page)).toContainText("View removed");
    });

    await test.step("the search box takes a number, theirs or ours, and an amount", async () => {
      for (const text of [second, "$123,450", "alexandra"]) {
        await search(text);
        await expect(main(page)).toContainText("Wołoszańska");
      }
      await search("TU-26-1042");
      await expect(main(page)).toContainText("3 gifts");
      await page.goto("/school/gifts?sort=largest");
      await expect(rows.nth(1)).toContainText("$123,450.00");
    });

    await test.step("they confirm selected gifts in one table, once each has a number", async () => {
      await page.goto("/school/gifts");
      await main(page)
        .getByRole("checkbox", { name: `Select Pat Sample, ${first}` })
        .check();
      await press(page, "Confirm gifts");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm 1 gift");
      await press(page, "Confirm gifts");
      await expect(main(page)).toContainText("Enter the number of at least one gift.");
      await page.getByLabel("Number for Pat Sample").fill("n/a");
      await press(page, "Confirm gifts");
      await expect(page.getByLabel("Number for Pat Sample")).toHaveAccessibleDescription(/\./);
      await expect(page.getByLabel("Number for Pat Sample")).toHaveValue("n/a");
      await page.getByLabel("Number for Pat Sample").fill("TU-26-77");
      await press(page, "Confirm gifts");
      await expect(main(page)).toContainText("The gifts are confirmed");
    });

    await test.step("they decline another, and the first has its history", async () => {
      await expect(async () => {
        await page.goto(`/school/gifts/${first}`);
        await expect(main(page)).toContainText("The donor has your number", { timeout: 1 });
      }).toPass();
      await expect(main(page)).toContainText("Confirmed as TU-26-77");
      await page.goto(`/school/gifts/${second}`);
      await main(page).getByText("Decline this gift").click();
      await expect(main(page)).toContainText("This can’t be undone.");
      await page.getByLabel("Reason").fill("We don’t have this fund");
      await press(page, "Decline $123,450");
      await expect(main(page)).toContainText("We don’t have this fund");
    });

    await test.step("they see their donors, and thank the first", async () => {
      await page.getByRole("link", { name: "Donors", exact: true }).click();
      await expect(main(page)).toContainText("5 donors · 1 gift from anonymous donors");
      await main(page)
        .getByRole("link", { name: /^To thank/ })
        .click();
      const lines = await download(page, "Export 3");
      expect(lines[1]).toContain("Alexandra Wołoszańska-Featherstonehaugh");
      expect(lines).toHaveLength(4);
      await main(page)
        .getByRole("checkbox", { name: /^Select Alexandra/ })
        .check();
      await press(page, "Mark as thanked");
      await expect(main(page)).toContainText("1 gift marked as thanked");
      await main(page).getByRole("checkbox", { name: "All 2 that match" }).check();
      await press(page, "Mark as thanked");
      await expect(main(page)).toContainText("Nobody to thank");
      await press(page, "Undo");
      await expect(main(page)).toContainText("2 gifts marked as not thanked");
      await main(page).getByRole("link", { name: "Thanked", exact: true }).click();
      await expect(rows).toHaveCount(2);
    });
  });
});

test("with scripts, a processor works with keys, the panel, and the bar of what is selected", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const { numbers } = await signInWithGifts(page, "/school/gifts");
  const rows = main(page).getByRole("row");
  const bar = page.locator("[data-bar]");
  await expect(bar).toBeHidden();

  await test.step("j and x select rows, and the bar has their sum and what all of them allow", async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(bar).toContainText("1 selected $25");
    await expect(bar.getByRole("button", { name: "Confirm 1 gift", exact: true })).toBeVisible();
    for (let n = 0; n < 2; n++) await page.keyboard.press("j");
    await page.keyboard.press("Shift+X");
    await expect(bar).toContainText("3 selected");
    await expect(bar.getByRole("button", { name: /Confirm/ })).toBeHidden();
    await expect(bar.getByRole("button", { name: "Export 3" })).toBeVisible();
    await bar.getByRole("button", { name: "Clear the selection" }).click();
    await expect(bar).toBeHidden();
  });

  await test.step("Enter opens the panel beside the list, and Escape leads back to the row", async () => {
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.press("Tab");
    await rows.nth(1).getByRole("link").focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary", { name: "Record" });
    await expect(panel).toContainText("1 of 6");
    await expect(panel).toContainText(numbers[0] ?? "");
    await panel.getByRole("button", { name: "Next" }).click();
    await expect(panel).toContainText("2 of 6");
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(rows.nth(2).getByRole("link")).toBeFocused();
    await expect(page).toHaveURL("/school/gifts");
  });

  await test.step("the list follows the search", async () => {
    await page.getByRole("searchbox").pressSequentially("sam.");
    await expect(rows).toHaveCount(2);
    await expect(page).toHaveURL(/q=sam\./);
    await expect(page.getByRole("searchbox")).toBeFocused();
  });
});
