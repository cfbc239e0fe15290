import { afterEach, expect, it, vi } from "vitest";
import { readFormState } from "#app/forms/form-state.ts";
import { env, rereadEnv } from "#lib/env.ts";
import BackInTheApp from "./back/page.tsx";
import { POST } from "./open/route.ts";
import DemoBank from "./page.tsx";

const open = () => {
  const body = "amount=none";
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(body.length),
    Origin: env().publicBaseUrl,
  };
  const address = `${env().publicBaseUrl}/sandbox/bank/open`;
  const sent = new Request(address, { method: "POST", body, headers });
  return POST(sent, { params: Promise.resolve({}) });
};

afterEach(() => {
  for (const name of ["SERVICE_ENVIRONMENT", "PUBLIC_BASE_URL", "DATA_DIR"]) {
    delete process.env[name];
  }
  rereadEnv();
});

it("shows an error and what was chosen on its page when the bank has no key", async () => {
  process.env.DATA_DIR = "/nowhere";
  rereadEnv();
  const answer = await open();
  expect(answer.status).toBe(303);
  const back = new URL(answer.headers.get("location") ?? "", env().publicBaseUrl);
  expect(back.pathname).toBe("/sandbox/bank");
  const state = await readFormState(Object.fromEntries(back.searchParams));
  expect(state).toMatchObject({ values: { amount: "none" }, errors: { "": expect.any(String) } });
});

it("does not exist in production", async () => {
  process.env.SERVICE_ENVIRONMENT = "production";
  process.env.PUBLIC_BASE_URL = "https://give.example";
  rereadEnv();
  const called = vi.spyOn(globalThis, "fetch");
  expect((await open()).status).toBe(404);
  for (const page of [DemoBank, BackInTheApp]) {
    const made = page({ searchParams: Promise.resolve({ donation_id: "1", session: "x" }) });
    await expect(made).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
  }
  expect(called).not.toHaveBeenCalled();
  called.mockRestore();
});
