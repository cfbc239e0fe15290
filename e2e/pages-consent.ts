/** The pages of linking with consent. */
import type { Page } from "playwright/test";
import { makeCardholder } from "./application.ts";
import { requestLink } from "./consent.ts";
import { errorOn, signIn } from "./fixtures.ts";

/** The redirect URI is never reached, since no decision is made. */
const REDIRECT_URI = "http://127.0.0.1:9/linked";

async function openConsent(page: Page, isOther = false): Promise<void> {
  const person = await makeCardholder();
  const email = isOther ? `pat.${person.email}` : person.email;
  const { url } = await requestLink(REDIRECT_URI, email);
  await signIn(page, person, new URL(url).pathname);
  await page.getByRole("button", { name: "Connect", exact: true }).waitFor();
}

export const CONSENT_PAGES = [
  {
    name: "consent-sign-in",
    isVariant: true,
    open: async (page: Page) => page.goto((await requestLink(REDIRECT_URI)).url),
  },
  { name: "consent", isVariant: true, open: (page: Page) => openConsent(page) },
  {
    name: "consent-other-email",
    open: async (page: Page) => {
      await openConsent(page, true);
      await page.getByRole("button", { name: "Connect", exact: true }).click();
      await errorOn(page).waitFor();
    },
  },
];
