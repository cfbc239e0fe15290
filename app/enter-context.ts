/** Enters a context: at a switch, after a second factor was proved, or after the sign-in. */

import { contextOf, defaultContextOf, listContexts, switchContext } from "#lib/auth/contexts.ts";
import { type CardholderScope, personOf, type SessionScope } from "#lib/auth/scopes.ts";
import { type ContextName, readContextName } from "#lib/auth/tenants.ts";
import { afterFactorCookies, clearAfterFactorCookie } from "./after-factor.ts";
import {
  HOME_PATHS,
  homeOf,
  kindOf,
  kindOfPath,
  returnPath,
  switchPath,
  verifyPath,
} from "./paths.ts";
import { sessionCookiesFor } from "./session.ts";

type Entered = { path: string; cookies: string[] };

/** The requested page, if it belongs to the context; else where the context begins. */
export function pageIn(context: ContextName, requested: string | null | undefined): string {
  const home = homeOf(context);
  const path = returnPath(requested, home);
  return kindOfPath(path) === kindOf(context) && !path.startsWith("/switch") ? path : home;
}

/**
 * Opens a session in a context, and ends this one. If that fails, the current session's cookies stay. If a second factor
 * has to be proved first, leads to its page, which continues here.
 */
export async function enterContext(
  scope: SessionScope,
  context: ContextName,
  next: string,
): Promise<Entered> {
  const opened = await switchContext(scope, context);
  if (typeof opened !== "string") {
    const cookies = [...(await sessionCookiesFor(opened)), clearAfterFactorCookie()];
    return { path: next, cookies };
  }
  const same = await sessionCookiesFor(scope);
  if (opened === "verify") {
    const cookies = [...same, ...afterFactorCookies(context, next)];
    return { path: verifyPath({ next, to: context }), cookies };
  }
  // Explains that they aren't a member, and leads to the sign-in if the session has ended.
  return { path: switchPath({ to: context }), cookies: same };
}

/** Redirect target for someone already signed in. */
export const redirectSignedIn = (scope: SessionScope, next: string): string =>
  next === HOME_PATHS.cardholder ? homeOf(contextOf(scope)) : next;

/** Redirect target for someone who has just signed in, with the cookies of their session. */
export async function redirectAfterSignIn(scope: CardholderScope, next: string): Promise<Entered> {
  const context = await contextAfterSignIn(scope, next);
  if (context === "cardholder") return { path: next, cookies: await sessionCookiesFor(scope) };
  return enterContext(scope, context, pageIn(context, next));
}

/** The context that a path asks for: the one to switch to, the only team that has such a page, or the default. */
async function contextAfterSignIn(scope: CardholderScope, next: string): Promise<ContextName> {
  const { pathname, searchParams } = new URL(next, "http://ours");
  if (pathname === "/switch") return readContextName(searchParams.get("to") ?? "") ?? "cardholder";
  const personId = personOf(scope);
  if (pathname === HOME_PATHS.cardholder) return defaultContextOf(personId);
  const kind = kindOfPath(next);
  if (kind === "cardholder") return "cardholder";
  const contexts = await listContexts(personId);
  const [first, ...others] = contexts.filter(({ context }) => kindOf(context) === kind);
  // With several, the page asks which.
  return first && others.length === 0 ? first.context : "cardholder";
}
