/** Replaces `next/headers` in every test (vitest.config.ts): a cookie jar instead of a browser. */
import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";

/** What the browser sends with its requests. */
export const jar = new Map<string, string>();

/** The other headers of the current request. */
export const sent = { headers: new Headers() };

export const cookies = async () => ({
  get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) as string } : undefined),
  getAll: () => [...jar].map(([name, value]) => ({ name, value })),
  has: (name: string) => jar.has(name),
});

export const headers = async () => sent.headers;

// Next.js looks for it when it's first loaded, and its server sets it.
Object.assign(globalThis, { AsyncLocalStorage });

// next-auth isn't an ES module: it reads the functions from this object at each call.
Object.assign(createRequire(import.meta.url)("next/headers"), { cookies, headers });

/** As with a new browser: before each test file, since files share a process. */
export function forgetBrowser(): void {
  jar.clear();
  sent.headers = new Headers();
}
