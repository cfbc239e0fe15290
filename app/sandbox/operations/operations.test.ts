import { afterEach, expect, it } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import Operations from "./page.tsx";

afterEach(() => {
  delete process.env.SERVICE_ENVIRONMENT;
  delete process.env.PUBLIC_BASE_URL;
  rereadEnv();
});

it("does not exist in production", async () => {
  process.env.SERVICE_ENVIRONMENT = "production";
  process.env.PUBLIC_BASE_URL = "https://give.example";
  rereadEnv();
  await expect(Operations()).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
});
