/** Screenshots of every page in every state: `npm run pictures`. */
import { PAGES, SCHEMES } from "./every-page.ts";
import { test } from "./fixtures.ts";

/** Too long for one screenshot. */
const LONG = ["sandbox", "docs", "donations", "operations"];

for (const { name, open, allowedConsoleErrors = [] } of PAGES) {
  test.describe(name, { tag: "@pictures" }, () => {
    test.use({ allowedConsoleErrors });

    test("has its screenshots taken", async ({ page }) => {
      // A color in transition would be captured halfway.
      await page.emulateMedia({ reducedMotion: "reduce" });
      await open(page);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        for (const width of [360, 768, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          const path = `test-results/pictures/${name}-${width}-${colorScheme}.png`;
          await page.screenshot({ path, fullPage: !LONG.includes(name) });
        }
      }
    });
  });
}
