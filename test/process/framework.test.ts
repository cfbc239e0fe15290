/** Undocumented behavior of Next.js that the product relies on; fails if a new version changes it. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import next from "next";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectRoot } from "#installation/project-root.ts";
import { customServer } from "#lib/singleton.ts";
import { manifest } from "../../generated/manifest.ts";
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

it("the manifest lists each page and handler of the build", () => {
  const file = join(projectRoot, ".next", "app-path-routes-manifest.json");
  const built: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const kindOf = (name: string) => (name.endsWith("/page") ? "page" : "handler");
  const ofBuild = Object.entries(built).map(([name, path]) => `${kindOf(name)} ${path}`);
  const own = ["handler /icon.svg", "page /_global-error", "page /_not-found"];
  // One route for all operations, which the manifest lists by their contracts.
  own.push("handler /v1/[...path]");
  const listed = manifest.filter(
    ({ kind, path }) => ["page", "handler"].includes(kind) && !path.startsWith("/v1/"),
  );
  const ofManifest = listed.map(({ kind, path }) => `${kind} ${path}`);
  expect([...ofManifest, ...own].sort()).toEqual(ofBuild.sort());
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
