import { query } from "./application.ts";
import { expect, test } from "./fixtures.ts";
import { flaggedDonation } from "./pages-operations.ts";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("stuck work is shown with its command and disappears once resolved", async ({ page }) => {
    const id = await flaggedDonation();
    await page.goto("/sandbox");
    await page.getByRole("link", { name: "Operations" }).click();
    await expect(page).toHaveTitle(/^Operations/);
    await expect(page.getByText("Needs attention", { exact: true })).toBeVisible();

    const flagged = page.getByRole("region", { name: "Donation flagged" });
    const row = flagged.getByRole("listitem").filter({ hasText: id });
    await expect(row.getByText("held until an operator releases it")).toBeVisible();
    const command = `npm run -s admin -- donation release --donation ${id}`;
    await expect(row.getByText(command, { exact: true })).toBeVisible();

    await query("update credit set flagged_at = null where donation_id = $1", [id]);
    await page.getByRole("link", { name: "Reload" }).click();
    await expect(flagged.getByText(id)).toHaveCount(0);
  });
});
