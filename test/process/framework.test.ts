/** Undocumented behavior of Next.js that the product relies on; fails if a new version changes it. */
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import next from "next";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectRoot } from "#installation/project-root.ts";
import { customServer } from "#lib/singleton.ts";
import { builtPages } from "#server/page-cache.ts";
import { tracedFiles, WITHOUT_ENV_FILES } from "../../scripts/next-build.ts";

const app = next({ dev: false, dir: projectRoot, quiet: true });
const server = createServer();
let base = "";

beforeAll(async () => {
  customServer().isActive = true;
  await app.prepare();
  server.on("request", app.getRequestHandler());
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
});

const page = (path: string, headers = {}) =>
  fetch(`${base}${path}`, { redirect: "manual", headers: { accept: "text/html", ...headers } });

it("the build lists pages by their folder names", () => {
  const { pages, handlers } = builtPages(projectRoot);
  const handler = "/signin/submit";
  expect(pages).toEqual(expect.arrayContaining(["/", "/docs", "/schools/[school_id]", handler]));
  expect(handlers).toContain(handler);
  expect(handlers).not.toContain("/docs");
});

it("the build records the package files that its server loads", () => {
  const files = new Set(tracedFiles());
  expect([...files].some((file) => file.startsWith("node_modules/next/dist/server/"))).toBe(true);
});

it("Next.js listens for upgrades from the first page request on", async () => {
  await (await page("/docs")).text();
  expect(server.listenerCount("upgrade")).toBeGreaterThan(0);
});

it("environment files aren't read if they are marked as loaded", () => {
  const load = createRequire(createRequire(import.meta.url).resolve("next/package.json"));
  const { loadEnvConfig } = load("@next/env");
  const [name = "", value] = Object.entries(WITHOUT_ENV_FILES)[0] ?? [];
  process.env[name] = value;
  try {
    expect(loadEnvConfig(projectRoot, false).loadedEnvFiles).toEqual([]);
  } finally {
    delete process.env[name];
  }
});
