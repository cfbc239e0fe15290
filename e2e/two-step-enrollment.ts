/** Turns two-step sign-in on through its pages, with a simulated authenticator app. */
import { expect, type Page } from "playwright/test";
import { totpCodeAt } from "../test/totp.ts";

/** Goes from the settings to the page with the key. @returns the key */
export async function beginTwoStep(page: Page, password: string): Promise<string> {
  await page.goto("/settings");
  await page.getByRole("link", { name: "Add an authenticator app" }).click();
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  return readKey(page);
}

/** The key as a person types it. */
export async function readKey(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/settings\/two-step\/enroll/);
  const key = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText();
  return key.replaceAll(" ", "");
}

/** The code of a step relative to now. The app's clock may be one step off, and a code works once. */
export const codeOf = (key: string, steps: number) =>
  totpCodeAt(key, new Date(Date.now() + steps * 30_000));

const DONE = /\/settings\/two-step\/codes\?note=/;

/** Turns it on. Ends at the page with the recovery codes; the current code is still unused. */
export async function turnOnTwoStep(page: Page, password: string) {
  await beginTwoStep(page, password);
  return confirmTwoStep(page);
}

/** Starts at the page with the key, and reads it. */
export async function confirmTwoStep(page: Page) {
  const key = await readKey(page);
  let usedCode = "";
  // That code is the oldest valid one: it may have expired before it arrived.
  for (let tries = 0; tries < 3 && !DONE.test(page.url()); tries++) {
    usedCode = codeOf(key, -1);
    await page.getByLabel("Code", { exact: true }).fill(usedCode);
    await page.getByRole("button", { name: "Add this app" }).click();
    await expect(page).toHaveURL(new RegExp(`${DONE.source}|again=`));
  }
  await expect(page).toHaveURL(DONE);
  const codes = await page.getByRole("main").locator("ol > li").allInnerTexts();
  return { key, codes, usedCode };
}
