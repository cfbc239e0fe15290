/** The pages around getting in, in each of their states. */
import type { Page } from "playwright/test";
import { makeCardholder, query } from "./application.ts";
import { errorOn, fillSignIn } from "./fixtures.ts";
import { LONG_BANK, linkUnasked } from "./links.ts";
import { insertPasskeys } from "./passkeys.ts";
import { makePasswordLink } from "./password-links.ts";
import { enrollSecondFactor } from "./second-factor.ts";

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name });

/** Has shown the password of an account with a second factor. */
export async function beginSecondStep(page: Page) {
  const person = await makeCardholder();
  const factor = await enrollSecondFactor(person);
  await page.goto("/signin");
  await fillSignIn(page, person);
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
  return { ...person, ...factor };
}

async function openLink(page: Page): Promise<void> {
  const { email } = await makeCardholder();
  await page.goto(await makePasswordLink(email));
}

async function fail(page: Page, sending: string): Promise<void> {
  await button(page, sending).click();
  await errorOn(page).waitFor();
}

export const SIGN_IN_PAGES = [
  { name: "sign-in", isVariant: true, open: (page: Page) => page.goto("/signin") },
  { name: "sign-in-left", isVariant: true, open: (page: Page) => page.goto("/signin?left=1") },
  {
    name: "sign-in-ended",
    isVariant: true,
    open: (page: Page) => page.goto("/signin?ended=1&next=/give/boston-college?amount=50"),
  },
  {
    name: "sign-in-password-set",
    isVariant: true,
    open: (page: Page) => page.goto("/signin?set=1"),
  },
  { name: "sign-in-late", isVariant: true, open: (page: Page) => page.goto("/signin?late=1") },
  {
    name: "sign-in-failed",
    open: async (page: Page) => {
      await page.goto("/signin");
      await fillSignIn(page, { email: "sam@example.com", password: "wrong" });
      await errorOn(page).waitFor();
    },
  },
  {
    name: "sign-in-empty",
    isVariant: true,
    open: async (page: Page) => {
      await page.goto("/signin");
      await fail(page, "Sign in");
    },
  },
  { name: "sign-in-code", open: beginSecondStep },
  {
    name: "sign-in-code-wrong",
    isVariant: true,
    open: async (page: Page) => {
      await beginSecondStep(page);
      await page.getByLabel("Code").fill("000000");
      await fail(page, "Sign in");
    },
  },
  {
    name: "sign-in-recovery",
    isVariant: true,
    open: async (page: Page) => {
      await beginSecondStep(page);
      await page.getByRole("link", { name: "Use a recovery code instead" }).click();
      await page.getByLabel("Recovery code").waitFor();
    },
  },
  {
    name: "sign-in-recovery-wrong",
    isVariant: true,
    open: async (page: Page) => {
      await beginSecondStep(page);
      await page.getByRole("link", { name: "Use a recovery code instead" }).click();
      await page.getByLabel("Recovery code").fill("AAAA-AAAA-AAAA-AAAA-AAAA-AAAA");
      await fail(page, "Sign in");
    },
  },
  {
    name: "sign-in-passkey",
    open: async (page: Page) => {
      await page.goto("/signin/passkey");
      await button(page, "Use a passkey").waitFor();
    },
  },
  {
    name: "sign-in-passkey-refused",
    isVariant: true,
    open: async (page: Page) => {
      await page.goto("/signin/passkey");
      const refused = button(page, "Use a passkey");
      await refused.evaluate((one: HTMLButtonElement) => one.form?.submit());
      await errorOn(page).waitFor();
    },
  },
  {
    name: "sign-in-second-passkey",
    isVariant: true,
    open: async (page: Page) => {
      const person = await makeCardholder();
      await enrollSecondFactor(person);
      await insertPasskeys(person.email);
      await page.goto("/signin");
      await fillSignIn(page, person);
      await button(page, "Use your passkey").waitFor();
    },
  },
  { name: "forgot-password", open: (page: Page) => page.goto("/forgot-password") },
  {
    name: "forgot-password-wrong",
    isVariant: true,
    open: async (page: Page) => {
      await page.goto("/forgot-password");
      await page.getByLabel("Email address").fill("sam@example");
      await fail(page, "Email me a link");
    },
  },
  {
    name: "forgot-password-sent",
    isVariant: true,
    open: (page: Page) => page.goto("/forgot-password?done=sent"),
  },
  {
    name: "forgot-password-joined",
    isVariant: true,
    open: (page: Page) => page.goto("/forgot-password?done=sent&joined=1"),
  },
  { name: "set-password", isVariant: true, open: openLink },
  {
    name: "set-password-undo",
    isVariant: true,
    open: async (page: Page) => {
      const { email } = await makeCardholder();
      await insertPasskeys(email);
      await query("update cardholder set factors_since = now() where email_key = $1", [email]);
      await page.goto(await makePasswordLink(email));
    },
  },
  {
    name: "set-password-links",
    isVariant: true,
    open: async (page: Page) => {
      const { email } = await makeCardholder();
      await linkUnasked(email, { givesUsd: 25 });
      await linkUnasked(email, { bankName: LONG_BANK });
      await page.goto(await makePasswordLink(email));
    },
  },
  {
    name: "set-password-shown",
    isVariant: true,
    open: async (page: Page) => {
      await openLink(page);
      await page.getByLabel("New password").fill("the heron stands in the reeds");
      await page.getByRole("button", { name: "Show password" }).click();
    },
  },
  {
    name: "set-password-refused",
    open: async (page: Page) => {
      await openLink(page);
      await page.getByLabel("New password").fill("PasswordPassword");
      await fail(page, "Set password");
    },
  },
  {
    name: "set-password-expired",
    isVariant: true,
    open: (page: Page) => page.goto("/set-password?token=x"),
  },
];
