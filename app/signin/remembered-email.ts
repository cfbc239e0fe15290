/** Keeps the e-mail address over a failed sign-in, out of the page's address and so out of logs. */
import { env } from "#lib/env.ts";

export const EMAIL_COOKIE = "signin-email";
const MINUTES = 5;

function cookie(value: string, maxAge: number): string {
  const secure = env().publicBaseUrl.startsWith("https://") ? "; Secure" : "";
  return `${EMAIL_COOKIE}=${value}; Path=/signin; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
}

/** For the answer to a sign-in that failed. */
export function rememberEmail(email: string): string {
  return cookie(Buffer.from(email.slice(0, 254)).toString("base64url"), MINUTES * 60);
}

/** For the answer to one that did not. */
export function forgetEmail(): string {
  return cookie("", 0);
}

/** What was kept, from the cookie's value. */
export function recallEmail(value: string | undefined): string {
  return Buffer.from(value ?? "", "base64url").toString("utf8");
}
