/** Playwright fixtures: a page that fails the test on console errors, and sign-in helpers. */
import { test as base, expect, type Locator, type Page } from "playwright/test";
import type { Person } from "./application.ts";

export { expect };

/** React's "Connection closed.": expected if the browser leaves a page before all of it has arrived. */
const CONNECTION_CLOSED = /Minified React error #412/;

type Fixtures = {
  /** Console messages allowed in this test. */
  allowedConsoleErrors: RegExp[];
};

export const test = base.extend<Fixtures>({
  allowedConsoleErrors: [[], { option: true }],
  page: async ({ page, allowedConsoleErrors }, use) => {
    // Includes the location, since the message of a failed request doesn't name it.
    let consoleErrors: { text: string; from: string }[] = [];
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      consoleErrors.push({
        text: message.text(),
        from: `${message.location().url} on ${page.url()}`,
      });
    });
    page.on("pageerror", ({ message, stack }) =>
      consoleErrors.push({ text: message, from: `${stack} on ${page.url()}` }),
    );
    page.on("framenavigated", (frame) => {
      if (frame !== page.mainFrame()) return;
      consoleErrors = consoleErrors.filter(({ text }) => !CONNECTION_CLOSED.test(text));
    });
    await use(page);
    const unexpected = consoleErrors.filter(
      ({ text }) => !allowedConsoleErrors.some((known) => known.test(text)),
    );
    expect(unexpected, "console errors").toEqual([]);
  },
});

/**
 * Goes back from a page that shows this. Playwright's clicks do not wait for the page that they lead to, and
 * while the browser exchanges one for the next it refuses to go back ("Not attached to an active page").
 * Where it has not kept a page that was posted, it asks whether to send it once more: yes.
 */
export async function goBack(page: Page, from: Locator): Promise<void> {
  await expect(from).toBeVisible();
  await page.goBack().catch(async (error: Error) => {
    if (!error.message.includes("ERR_CACHE_MISS")) throw error;
    // The failed page may still be unloading.
    await expect(async () => page.reload()).toPass();
  });
}

/** Signs in without the form, which has its own tests, and opens a page: where the test opens its own, `/healthz` costs nothing. */
export async function signIn(
  page: Page,
  { email, password }: Person,
  path = "/home",
): Promise<void> {
  // Some tests start a separate service.
  const { origin } = new URL((await page.request.get("/healthz")).url());
  const response = await page.request.post(`${origin}/signin/submit`, {
    form: { email, password },
    headers: { Origin: origin },
    maxRedirects: 0,
  });
  expect(response.headers().location, "the sign-in succeeds").toMatch(/\/home$/);
  await page.goto(path);
}

/** A rejected form's first error: above the form, or at its field. */
export const errorOn = (page: Page) =>
  page.getByRole("main").locator("[role=alert], [id$=-error]").first();

/** Fills in and submits the sign-in form; either outcome is fine. */
export async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
}
