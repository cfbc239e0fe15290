/** The settings pages in each state. */
import type { Page } from "playwright/test";
import { query } from "./application.ts";
import { giveAndWait } from "./cardholder-donations.ts";
import type { PageCase } from "./every-page.ts";
import { errorOn } from "./fixtures.ts";
import { LONG_BANK, linkUnasked } from "./links.ts";
import { journey } from "./page-journey.ts";
import { insertPasskeys } from "./passkeys.ts";
import { forgetProofs } from "./second-factor.ts";
import { personAtSettings } from "./settings-page.ts";
import { beginTwoStep, confirmTwoStep, turnOnTwoStep } from "./two-step-enrollment.ts";

const LONG_NAME = "Alexandra Wołoszańska-Featherstonehaugh";

const longNamedAt = (page: Page, path?: string) => personAtSettings(page, path, LONG_NAME);

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** As from other browsers, some of which say nothing of themselves. */
async function openSessions(email: string, count: number) {
  await query(
    `insert into session_family (id, cardholder_id, expires_at, user_agent)
     select gen_random_uuid(), c.id, now() + interval '90 days',
       case when n % 3 = 0 then null else $3 end
     from cardholder c, generate_series(1, $2::int) n where email_key = $1`,
    [email, count, FIREFOX],
  );
}

const send = async (page: Page, button: string) => {
  await page.getByRole("button", { name: button, exact: true }).click();
  await errorOn(page).waitFor();
};

/** Has given, prefers a fund, and is no longer linked. */
async function makeFull(person: { email: string; accountId: string }): Promise<void> {
  await giveAndWait(person, 25);
  await query(
    `update cardholder set preferred_school_id = 'ohio-state', preferred_fund = 'annual-fund'
     where email_key = $1`,
    [person.email],
  );
  await query("update account set status = 'unlinked', unlinked_at = now() where id = $1", [
    person.accountId,
  ]);
}

const TWO_STEP_JOURNEY = journey(
  (page) => longNamedAt(page, "/healthz"),
  [
    { name: "two-step-password", reach: (page) => page.goto("/settings/two-step") },
    {
      name: "two-step-enrollment-refused",
      reach: async (page, { password }) => {
        await beginTwoStep(page, password);
        await page.getByLabel("Code", { exact: true }).fill("000");
        await send(page, "Add this app");
      },
    },
    { name: "two-step-codes", reach: confirmTwoStep },
    {
      name: "settings-full",
      statuses: ["Not linked", "On"],
      reach: async (page, person) => {
        await makeFull(person);
        await insertPasskeys(person.email);
        await page.getByRole("link", { name: "I’ve saved these codes" }).click();
        await page.getByText("Your authenticator app was added").waitFor();
      },
    },
    {
      name: "passkey-create",
      reach: async (page, { password }) => {
        await page.goto("/settings/two-step/passkey");
        await page.getByLabel("Your password").fill(password);
        await page.getByRole("button", { name: "Continue" }).click();
        await page.getByRole("button", { name: "Create passkey" }).waitFor();
      },
    },
    {
      name: "verify",
      reach: async (page, { email }) => {
        await forgetProofs(email);
        await page.goto("/settings/two-step/renew");
        await page.getByRole("button", { name: "Use your passkey" }).waitFor();
      },
    },
  ],
);

export const SETTINGS_PAGES: PageCase[] = [
  ...TWO_STEP_JOURNEY,
  { name: "settings", statuses: ["Linked"], isVariant: true, open: (page) => longNamedAt(page) },
  {
    name: "settings-unaccepted",
    statuses: ["Linked"],
    isVariant: true,
    open: async (page) => {
      const { email } = await personAtSettings(page);
      await linkUnasked(email, { givesUsd: 25 });
      await linkUnasked(email, { bankName: LONG_BANK });
      await page.reload();
    },
  },
  {
    name: "settings-disconnect-unaccepted",
    statuses: ["Linked"],
    isVariant: true,
    open: async (page) => {
      await linkUnasked((await personAtSettings(page)).email);
      await page.reload();
      await page.locator("summary", { hasText: "This isn’t me" }).click();
    },
  },
  {
    name: "settings-profile-refused",
    statuses: ["Linked"],
    isVariant: true,
    open: async (page) => {
      await longNamedAt(page);
      await page.getByLabel("Email address for tax receipts").fill("no address");
      await page.getByLabel("Phone").fill("1".repeat(41));
      await send(page, "Save profile");
    },
  },
  {
    name: "settings-password-refused",
    statuses: ["Linked"],
    isVariant: true,
    open: async (page) => {
      await longNamedAt(page);
      await page.getByLabel("Current password").fill("wrong");
      await page.getByLabel("New password").fill("short");
      await send(page, "Change password");
    },
  },
  {
    name: "settings-saved",
    statuses: ["Linked"],
    isVariant: true,
    open: (page) => longNamedAt(page, "/settings?done=password"),
  },
  {
    name: "settings-sessions",
    statuses: ["Linked"],
    isVariant: true,
    open: async (page) => {
      const { email } = await longNamedAt(page);
      await openSessions(email, 12);
      await page.reload();
    },
  },
  {
    name: "settings-sign-out-elsewhere",
    statuses: ["Linked"],
    isVariant: true,
    open: async (page) => {
      const { email } = await longNamedAt(page);
      await openSessions(email, 2);
      await page.reload();
      await page.locator("summary", { hasText: "Sign out everywhere else" }).click();
    },
  },
  {
    name: "two-step-codes-gone",
    isVariant: true,
    open: async (page) => {
      await turnOnTwoStep(page, (await longNamedAt(page, "/healthz")).password);
      await page.goto("/settings/two-step/codes");
    },
  },
  {
    name: "two-step-remove-app-refused",
    isVariant: true,
    open: async (page) => {
      await turnOnTwoStep(page, (await longNamedAt(page, "/healthz")).password);
      await page.goto("/settings/two-step/remove-app");
      await send(page, "Remove");
    },
  },
  {
    name: "passkey-password",
    isVariant: true,
    open: async (page) => {
      await longNamedAt(page, "/settings/two-step/passkey?expired=1");
    },
  },
  {
    name: "passkey-create-refused",
    isVariant: true,
    open: async (page) => {
      const { password } = await longNamedAt(page, "/settings/two-step/passkey");
      await page.getByLabel("Your password").fill(password);
      await page.getByRole("button", { name: "Continue" }).click();
      const refused = page.getByRole("button", { name: "Create passkey" });
      await refused.evaluate((button: HTMLButtonElement) => button.form?.submit());
      await errorOn(page).waitFor();
    },
  },
  {
    name: "passkey-remove",
    isVariant: true,
    open: async (page) => {
      await insertPasskeys((await longNamedAt(page, "/healthz")).email);
      await query(
        "update session_family set verified_at = now() where cardholder_id in (select cardholder_id from passkey)",
      );
      await page.goto("/settings");
      await page
        .getByRole("link", { name: /^Remove Alexandra/ })
        .first()
        .click();
      await page.getByLabel("Your password").waitFor();
    },
  },
  {
    name: "verify-without-factor",
    isVariant: true,
    open: (page) => longNamedAt(page, "/verify?next=%2Fsettings"),
  },
  {
    name: "two-step-renew",
    isVariant: true,
    open: async (page) => {
      await turnOnTwoStep(page, (await longNamedAt(page, "/healthz")).password);
      await page.goto("/settings/two-step/renew");
    },
  },
];
