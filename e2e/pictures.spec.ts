/** Pictures of every page in every state, to be looked at: `npm run pictures`. */
import { PAGES, SCHEMES } from "./every-page.ts";
import { test } from "./fixtures.ts";

/** Too long to be looked at as a whole. */
const LONG = ["sandbox", "docs", "donations", "operations-full"];

for (const { name, open, allowedConsoleErrors = [] } of PAGES) {
  test.describe(name, { tag: "@pictures" }, () => {
    test.use({ allowedConsoleErrors });

    test("has its pictures taken", async ({ page }) => {
      // A color that is on its way to another would be seen as neither.
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
