/** The month of a bank's controller and of a foundation's: from the statement to the gift behind a line of a deposit. */
import type { Page } from "playwright/test";
import { giftNumberOf } from "../lib/donations/gift-number.ts";
import { makeBooks } from "./books.ts";
import { expect, test } from "./fixtures.ts";
import { makeMember, signInToTeam } from "./staff.ts";

const main = (page: Page) => page.getByRole("main");
const follow = (page: Page, name: string | RegExp) =>
  main(page).getByRole("link", { name }).first().click();

test.use({ javaScriptEnabled: false });

test("a bank marks a statement as sent, and the foundation matches the deposit", async ({
  page,
}) => {
  const { bank, school, ids } = await makeBooks("Lakeside Savings", [60, 40.5]);
  const wire = `FT-${ids[0]?.slice(-8)}`;

  await test.step("the bank’s controller opens the month, and records the wire", async () => {
    await signInToTeam(page, await makeMember(bank, "finance"), "/bank/statements");
    await expect(page.getByRole("link", { name: /^Statements\s*1/ })).toBeVisible();
    await expect(main(page)).toContainText("$100.50");
    await main(page).getByRole("table", { name: "Statements" }).getByRole("link").first().click();
    const lines = main(page).getByRole("table", { name: "Lines" });
    await expect(lines.getByRole("row")).toHaveCount(3);
    await expect(lines).toContainText(giftNumberOf(ids[1] as string));
    for (const format of ["PDF", "CSV", "JSON"]) {
      const href = await main(page).getByRole("link", { name: format }).getAttribute("href");
      const file = await page.request.get(href as string);
      expect([file.status(), (await file.body()).length > 300]).toEqual([200, true]);
    }
    await follow(page, "Mark as sent");
    await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("100.50");
    await page.getByLabel("Value date").fill("2026-11-09");
    await page.getByLabel("Wire reference", { exact: true }).fill(wire);
    await main(page).getByRole("button", { name: "Mark as sent" }).click();
    await expect(main(page)).toContainText("Recorded");
    await expect(main(page)).toContainText("Not received");
  });

  await test.step("the foundation’s controller finds it by its wire, and marks it", async () => {
    const controller = await makeMember(school, "finance");
    await signInToTeam(page, controller, "/school/payments");
    await page.getByRole("searchbox").fill(wire.toLowerCase());
    await page.getByRole("searchbox").press("Enter");
    await follow(page, "Lakeside Savings");
    await follow(page, "Mark $100.50 as received");
    await expect(page.getByLabel("Wire reference", { exact: true })).toHaveValue(wire);
    await main(page).getByRole("button", { name: "Mark as received" }).click();
    await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("Received");
  });

  await test.step("and the gift behind a line of it, which has all four dates", async () => {
    const covered = main(page).getByRole("table", { name: "Lines" });
    await expect(covered.getByRole("row")).toHaveCount(3);
    await covered.getByRole("link", { name: giftNumberOf(ids[0] as string) }).click();
    await expect(main(page)).toContainText("Paid by the bankNov 9, 2026");
    await expect(main(page)).toContainText("Payment receivedNov 9, 2026");
  });

  await test.step("the advice is paid, and the operator has nothing to look at", async () => {
    await page.goto("/school/remittances");
    const advice = main(page).getByRole("row", { name: /Lakeside Savings/ });
    await expect(advice).toContainText("Paid");
    const operator = await makeMember({ kind: "operator" }, "finance");
    await signInToTeam(page, operator, "/operator/books");
    const claims = main(page).getByRole("region", { name: "Claims" });
    await expect(claims).not.toContainText("Lakeside");
  });
});
