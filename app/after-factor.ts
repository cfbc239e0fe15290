/** The cookie that remembers where someone without a second factor was going, while they add one. */
import type { ContextName } from "#lib/auth/tenants.ts";
import { browserCookie } from "./cookies.ts";
import { pathWithQuery } from "./paths.ts";

/** For the last page of adding a factor. */
const cookie = browserCookie("after-factor", "/settings/two-step/codes", 60 * 60);
/** A longer page's form is given up: browsers refuse large cookies. */
const MAX_LENGTH = 1_000;

/** @param next the page to open in that context */
export function afterFactorCookies(to: ContextName, next: string): string[] {
  const path = pathWithQuery("/switch", { to, next });
  return path.length > MAX_LENGTH ? [] : [cookie.set(path)];
}

export const clearAfterFactorCookie = cookie.clear;

/** As the browser sent it: anyone can set it, so its context and page are checked again. */
export async function readAfterFactor(): Promise<{ to: string; next: string } | null> {
  const path = await cookie.read();
  if (!path?.startsWith("/switch?")) return null;
  const query = new URLSearchParams(path.slice("/switch?".length));
  return { to: query.get("to") ?? "", next: query.get("next") ?? "" };
}
