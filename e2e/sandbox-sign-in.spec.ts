/** The links that the start of a sandbox prints for the members of its teams. */
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { openSecondBrowser } from "./second-browser.ts";
import { signInLink } from "./staff.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the processor's link leads to the school, once", async ({ page }) => {
    const link = signInLink("School processor");
    const other = await openSecondBrowser(page);
    for (const each of [page, other]) {
      await each.goto(link);
      await expect(heading(each)).toHaveText("Sign in to UCLA");
    }
    const press = (each: Page) =>
      each.getByRole("main").getByRole("button", { name: "Sign in" }).click();

    await press(page);
    await expect(page).toHaveURL("/school");
    await expect(heading(page)).toHaveText("Today");
    const rail = page.getByRole("banner");
    await expect(rail).toContainText("UCLA");
    await expect(rail).toContainText("processor@ucla.example");
    await expect(rail).toContainText("Processor. Closes batches");

    await press(other);
    await expect(heading(other)).toHaveText("This link was already used");
    await other.goto("/school");
    await expect(other).toHaveURL(/\/signin\?/);
    await other.context().close();
  });
});

test.describe("through a proxy", () => {
  test.use({
    extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.9" },
    allowedConsoleErrors: [/status of 404/],
  });

  test("a link is like a page that doesn't exist", async ({ page, baseURL }) => {
    const shown = async (path: string) => {
      const response = await page.goto(path);
      const { "cache-control": cached, "content-type": type } = response?.headers() ?? {};
      const metadata = await page
        .locator("head > :is(title, meta)")
        .evaluateAll((tags) => tags.map(({ outerHTML }) => outerHTML).sort());
      const text = await page.locator("body").innerText();
      return { status: response?.status(), cached, type, metadata, text };
    };
    const { pathname, search } = new URL(signInLink("School admin"));
    const missing = await shown("/nowhere");
    expect(missing).toMatchObject({ status: 404, text: expect.stringMatching(/page not found/i) });
    expect(await shown(pathname + search)).toEqual(missing);
    const answer = await page.request.post(`${pathname}/submit`, {
      form: { token: search.slice("?token=".length) },
      headers: { Origin: String(baseURL) },
    });
    expect(answer.status()).toBe(404);
  });
});
