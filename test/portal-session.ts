/** The portal's session in unit tests: a cookie jar instead of a browser. */
import { createRequire } from "node:module";
import { encode } from "next-auth/jwt";
import { authOptions, sessionClaims, sessionCookie } from "#app/api/auth/options.ts";
import type { SessionReference } from "#lib/auth/sessions.ts";

/** What the browser sends with its requests. */
export const jar = new Map<string, string>();

/** Replaces the function of `next/headers`: `vi.mock("next/headers", () => import("#test/portal-session.ts"))`. */
export const cookies = async () => ({
  get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) as string } : undefined),
  getAll: () => [...jar].map(([name, value]) => ({ name, value })),
  has: (name: string) => jar.has(name),
});

export const headers = async () => new Headers();

// next-auth isn't an ES module: it reads the functions from this object at each call.
Object.assign(createRequire(import.meta.url)("next/headers"), { cookies, headers });

/** The value of a session cookie. */
export function sessionToken(session: SessionReference, maxAge = 60): Promise<string> {
  return encode({ token: sessionClaims(session), secret: authOptions().secret, maxAge });
}

/** Adds a session's cookie to the jar. */
export async function signInBrowser(session: SessionReference): Promise<void> {
  jar.set(sessionCookie().name, await sessionToken(session));
}
