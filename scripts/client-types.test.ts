import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { rereadEnv } from "#lib/env.ts";

// The document is cached per process.
beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllEnvs();
  rereadEnv();
});

const HOW_TO_UPDATE = 'the contracts have changed: run "npm run client:types"';

it.each([
  ["the test settings", {}],
  ["other settings", { BRAND_NAME: "Another", PUBLIC_BASE_URL: "https://a.example", PORT: "8080" }],
])("the client's types match the OpenAPI document, under %s", async (_what, settings) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  rereadEnv();
  const { CLIENT_TYPES, renderClientTypes } = await import("./client-types.ts");
  expect(await renderClientTypes(), HOW_TO_UPDATE).toBe(readFileSync(CLIENT_TYPES, "utf8"));
});
