/** Leads to the page that asks for a second factor again, and back. */
import { redirect } from "next/navigation";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { needsStepUp } from "#lib/cardholders/mfa/step-up.ts";
import { pathWithQuery, verifyPath } from "./paths.ts";
import { requireCardholder } from "./session.ts";

/**
 * The signed-in cardholder, for a page with a sensitive form. Asks someone who has a second factor for it, unless they
 * just proved it.
 * @param path the page's path, with `query` as its parameters
 */
export async function requireVerifiedCardholder(
  path: string,
  query: Record<string, string> = {},
): Promise<CardholderScope> {
  const scope = await requireCardholder(path, query);
  if (await needsStepUp(scope)) redirect(verifyPath({ next: pathWithQuery(path, query) }));
  return scope;
}
