import { randomUUID } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import { endSession } from "#lib/auth/sessions.ts";
import { env } from "#lib/env.ts";
import { makeCardholder } from "#test/factories.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { signedOutCookie } from "../session.ts";
import { portalForm } from "./form-route.ts";
import { readFormState } from "./form-state.ts";

const submit = vi.fn(async () => "/settings?done=profile");
const POST = portalForm({
  page: "/settings?part=profile",
  fields: {
    phone: { label: "Phone" },
    email: {},
    current_password: { as: "password" },
    payee: { secret: true },
  },
  submit,
});

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

const nextOf = (to: URL) => new URL(to.searchParams.get("next") ?? "", env().publicBaseUrl);

/** What the page shows that a redirect to the sign-in leads back to. */
const stateIn = (to: URL) => readFormState(Object.fromEntries(nextOf(to).searchParams));

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

it("doesn't process a form after the session has ended, and preserves only what it declares and isn't secret", async () => {
  const scope = await signedIn();
  await endSession(scope);
  const secrets = { current_password: "hidden", payee: "hidden", undeclared: "hidden" };
  const to = await send({ phone: "555 0100", ...secrets });
  expect(submit).not.toHaveBeenCalled();
  expect(to.pathname).toBe("/signin");
  expect(to.searchParams.get("ended")).toBe("1");
  expect(decodeURIComponent(to.href)).not.toMatch(/555[ +]0100/);

  const next = nextOf(to);
  expect(next.pathname).toBe("/settings");
  expect(next.searchParams.get("part")).toBe("profile");
  expect(await stateIn(to)).toEqual({
    form: "profile",
    values: { phone: "555 0100" },
    errors: {},
    unsent: "signed-out",
  });
});

it("keeps the input of someone who has signed out in another tab", async () => {
  const scope = await signedIn();
  const [pair = ""] = (await signedOutCookie()).split(";");
  jar.clear();
  jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
  const to = await send({ phone: "555 0100" });
  await signInBrowser(scope);
  expect((await stateIn(to))?.values.phone).toBe("555 0100");
});

it("shows nobody a form that someone else has filled in", async () => {
  const { cardholderId } = await signedIn();
  const ended = () => signInBrowser({ cardholderId, familyId: randomUUID() });
  for (const leave of [ended, () => jar.clear()]) {
    await leave();
    const to = await send({ email: "stranger@example.com" });
    expect(await stateIn(to)).not.toBeNull();
    await signedIn();
    expect(await stateIn(to)).toBeNull();
  }
});
