/** Helpers for the settings page. */
import type { Page } from "playwright/test";
import { makeCardholder } from "./application.ts";
import { signIn } from "./fixtures.ts";

/** One section of the page. */
export const section = (page: Page, name: string) =>
  page.getByRole("region", { name, exact: true });

/** Presses the only button with that name. */
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();

/** A new cardholder, signed in at the settings. */
export async function personAtSettings(page: Page, path = "/settings", name?: string) {
  const person = await makeCardholder(name);
  await signIn(page, person, path);
  return person;
}
