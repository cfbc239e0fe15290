/** Password links. */
import { expect } from "playwright/test";
import { hashOfSecret, makeOpaqueToken } from "../../lib/auth/tokens/opaque-tokens.ts";
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

/** The emailed link, once it is in the outbox. */
export async function emailedPasswordLink(email: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const mails = await query(`select text from mail where "to" = $1 order by id desc`, [email]);
    link = /\/set-password\?token=prs_[\w-]+(&next=[\w.-]+)?/.exec(String(mails[0]?.text))?.[0];
    expect(link).toBeDefined();
  }).toPass();
  return String(link);
}
