/** An admin sets up their foundation, and what donors see of it. */
import { query } from "./application.ts";
import { expect, test } from "./fixtures.ts";
import { amountTile, chooseAmount, openRow, reviewButton, startGiving } from "./giving.ts";
import { makeMember, makeTeamSchool, signInToTeam } from "./staff.ts";

test("a foundation's admin sets up a fund, receipts, and a mark, without scripts", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const main = page.getByRole("main");
  const press = (name: string) => main.getByRole("button", { name, exact: true }).click();
  const school = await makeTeamSchool("Testville");
  await signInToTeam(page, await makeMember(school, "admin", "Pat Sample"), "/school/settings");

  await test.step("a fund is created, then changed", async () => {
    await main.getByRole("link", { name: "Funds" }).click();
    await main.getByRole("link", { name: "Create a fund" }).click();
    await page.getByLabel("Name").fill("Court Club");
    await page.getByLabel("Includes benefits").check();
    await press("Create fund");
    await expect(main).toContainText("Enter a value exactly if");
    await page.getByLabel("Value of benefits").fill("40");
    await press("Create fund");
    await expect(main).toContainText("The fund was created");
    await main.getByRole("link", { name: "Court Club" }).click();
    await page.getByLabel("Minimum gift").fill("75");
    await press("Save");
    await expect(main.getByRole("row", { name: /Court Club/ })).toContainText("$75");
    await page.goto(`/schools/${school.school_id}`);
    await expect(main).toContainText("Minimum gift: $75");
  });

  await test.step("receipts are previewed, then approved", async () => {
    await page.goto("/school/receipts");
    await page.getByLabel("Legal name").fill("Testville Foundation, Inc.");
    await page.getByLabel("EIN").fill("12-3456789");
    await page.getByLabel("Mailing address").fill("1 Stadium Way\nTestville, OH 43000");
    await press("Save");
    const preview = await main.getByRole("link", { name: /PDF/ }).getAttribute("href");
    const pdf = await page.request.get(preview ?? "");
    expect(pdf.headers()["content-type"]).toBe("application/pdf");
    await press("Approve receipts");
    await expect(main).toContainText("by Pat Sample");
  });

  await test.step("a mark is uploaded", async () => {
    await page.goto("/school/settings");
    await main.getByText("Official mark, in place").click();
    const image =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>';
    await page
      .getByLabel("Mark", { exact: true })
      .setInputFiles({ name: "mark.svg", mimeType: "image/svg+xml", buffer: Buffer.from(image) });
    await page.getByLabel("We’re allowed to license this mark").check();
    await press("Upload mark");
    await expect(main).toContainText("The mark was saved");
    const mark = await page.request.get(`/monograms/mark/${school.school_id}`);
    expect(mark.headers()["content-type"]).toContain("image/svg+xml");
  });
  await context.close();
});

test("the give form says and checks the chosen fund's own minimum", async ({ page }) => {
  // No other test gives to this school.
  const [fund] = await query(
    `update fund set minimum_cents = 10000 where school_id = 'wyoming' and position = 1 returning name`,
  );
  await startGiving(page, "wyoming");
  const main = page.getByRole("main");
  await chooseAmount(page, "$50");
  await expect(reviewButton(page)).toHaveText("Review gift of $50");
  await openRow(page, "Fund");
  await main.getByRole("radio", { name: fund?.name }).check();
  await expect(main).toContainText("Enter an amount of at least $100.");
  await expect(main.locator("[data-min-line]")).toHaveText("Minimum gift: $100");
  await reviewButton(page).click();
  await expect(main).toContainText("Enter an amount of at least $100.");
  // The tiles now begin at its minimum.
  await expect(amountTile(page, "$50")).toHaveCount(0);
  await chooseAmount(page, "$100");
  await reviewButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Review your gift");
});
