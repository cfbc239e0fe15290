import { beforeEach, expect, it, vi } from "vitest";
import { endSession } from "#lib/auth/sessions.ts";
import { env } from "#lib/env.ts";
import { makeCardholder } from "#test/factories.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { portalForm } from "./form-route.ts";
import { readFormState } from "./form-state.ts";

vi.mock("next/headers", () => import("#test/portal-session.ts"));

const submit = vi.fn(async () => "/settings?done=profile");
const POST = portalForm({ page: "/settings?part=profile", submit });

beforeEach(() => {
  jar.clear();
  submit.mockClear();
});

/** Submits the form. @returns the redirect's URL */
async function send(fields: Record<string, string>) {
  const body = new URLSearchParams(fields).toString();
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(body.length),
    Origin: env().publicBaseUrl,
  };
  const address = `${env().publicBaseUrl}/settings/profile`;
  const response = await POST(new Request(address, { method: "POST", body, headers }), {
    params: Promise.resolve({}),
  });
  return new URL(response.headers.get("location") ?? "", env().publicBaseUrl);
}

async function signedIn() {
  const { scope } = await makeCardholder();
  await signInBrowser(scope);
  return scope;
}

it("accepts a form from a signed-in cardholder", async () => {
  const { cardholderId } = await signedIn();
  expect((await send({ phone: "1" })).pathname).toBe("/settings");
  expect(submit).toHaveBeenCalledWith(
    expect.objectContaining({ scope: expect.objectContaining({ cardholderId }) }),
  );
});

it("doesn't process a form after the session has ended, and preserves its input except secrets", async () => {
  const scope = await signedIn();
  await endSession(scope);
  const to = await send({ form: "profile", phone: "555 0100", current_password: "hidden" });
  expect(submit).not.toHaveBeenCalled();
  expect(to.pathname).toBe("/signin");
  expect(to.searchParams.get("ended")).toBe("1");
  expect(decodeURIComponent(to.href)).not.toMatch(/555[ +]0100/);

  const next = new URL(to.searchParams.get("next") ?? "", env().publicBaseUrl);
  expect(next.pathname).toBe("/settings");
  expect(next.searchParams.get("part")).toBe("profile");
  expect(await readFormState(Object.fromEntries(next.searchParams))).toEqual({
    form: "profile",
    values: { form: "profile", phone: "555 0100" },
    errors: {},
    unsent: "signed-out",
  });
});
