/** Password links. */
import { expect, type Page } from "playwright/test";
import { hashOfSecret, makeOpaqueToken } from "../lib/auth/tokens/opaque-tokens.ts";
import { query } from "./application.ts";

/** Creates a link directly: requests are rate-limited per network. */
export async function makePasswordLink(email: string, minutes = 30): Promise<string> {
  const token = makeOpaqueToken("prs");
  await query(
    `insert into reset_token (token_hash, cardholder_id, expires_at)
     select $1, id, now() + make_interval(mins => $3) from cardholder where email_key = $2`,
    [hashOfSecret(token), email, minutes],
  );
  return `/set-password?token=${token}`;
}

/** From the sign-in page, asks for a link by email. */
export async function askForPasswordLink(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "Forgot your password, or never set one?" }).click();
  // The sign-in page has a field of that name, too.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set a password");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page).toHaveURL(/\/forgot-password\?done=sent/);
}

/** The emailed link, once it is in the outbox. */
export async function emailedPasswordLink(email: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const emails = await query(`select text from email where "to" = $1 order by id desc`, [email]);
    link = /\/set-password\?token=prs_[\w-]+(&next=[\w.-]+)?/.exec(String(emails[0]?.text))?.[0];
    expect(link).toBeDefined();
  }).toPass();
  return String(link);
}
