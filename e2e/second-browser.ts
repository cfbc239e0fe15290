import type { Page } from "playwright/test";
import type { Person } from "./application.ts";
import { signIn } from "./fixtures.ts";

/** A second, isolated browser context. */
export async function openSecondBrowser(page: Page): Promise<Page> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error("there is no browser");
  return context.newPage();
}

/** A second browser, signed in as the same cardholder. */
export async function signInInSecondBrowser(page: Page, person: Person): Promise<Page> {
  const other = await openSecondBrowser(page);
  await signIn(other, person);
  return other;
}
