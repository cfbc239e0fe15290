/** The reader's time zone and reduced motion. */
import { makeCardholder, query } from "./application.ts";
import { giveAndWait } from "./cardholder-donations.ts";
import { expect, signIn, test } from "./fixtures.ts";

test.describe("in Honolulu", () => {
  test.use({ timezoneId: "Pacific/Honolulu" });

  test("times are in the reader's zone, without scripts from the second page on", async ({
    page,
    browser,
  }) => {
    const person = await makeCardholder();
    const id = await giveAndWait(person, 25);
    // Still the last day of the previous year in Honolulu.
    await query("update donation set created_at = '2026-01-01T08:30:00Z' where id = $1", [id]);
    // The first page learns the browser's time zone and keeps it in a cookie; the second one shows it.
    await signIn(page, person);
    const cookieNames = async () => (await page.context().cookies()).map(({ name }) => name);
    await expect.poll(cookieNames).toContain("zone");
    await page.goto("/donations");
    await expect(page.getByRole("heading", { name: "2025", exact: true })).toBeVisible();
    await page.goto(`/donations/${id}`);
    await expect(page.getByText("Dec 31, 2025, 10:30 PM HST")).toBeVisible();

    const { cookies } = await page.context().storageState();
    const plain = await browser.newContext({ javaScriptEnabled: false });
    await plain.addCookies(cookies);
    const noScripts = await plain.newPage();
    await noScripts.goto(new URL(`/donations/${id}`, page.url()).href);
    await expect(noScripts.getByText("Dec 31, 2025, 10:30 PM HST")).toBeVisible();
    await plain.close();
  });
});

test("a browser with an invalid zone still gets times @long", async ({ page }) => {
  const person = await makeCardholder();
  await giveAndWait(person, 25);
  await page
    .context()
    .addCookies([
      { name: "zone", value: "Nowhere%2FAt_All", url: `http://localhost:${process.env.E2E_PORT}` },
    ]);
  await signIn(page, person);
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("Confirmed");
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("nothing moves @long", async ({ page }) => {
    await signIn(page, await makeCardholder(), "/healthz");
    for (const path of ["/home", "/give/ohio-state", "/schools", "/settings"]) {
      await page.goto(path);
      const moving = await page.evaluate(() =>
        [...document.querySelectorAll("*")]
          .filter((element) => {
            const { transitionDuration, transitionProperty, animationName } =
              getComputedStyle(element);
            const changes =
              transitionProperty !== "none" && !/^0s(, 0s)*$/.test(transitionDuration);
            return changes || animationName !== "none";
          })
          .map((element) => element.outerHTML.slice(0, 100)),
      );
      expect(moving, path).toEqual([]);
    }
  });
});
