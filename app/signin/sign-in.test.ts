import { beforeEach, expect, it } from "vitest";
import { FORM } from "#app/forms/form-errors.ts";
import { readFormState } from "#app/forms/form-state.ts";
import { attemptForEmail } from "#lib/auth/limits/password-attempts.ts";
import { db } from "#lib/database/prisma.ts";
import { env } from "#lib/env.ts";
import { call, from } from "#test/api.ts";
import { operation } from "#test/operations.ts";
import { jar } from "#test/portal-session.ts";
import { enrollInMfa, makePerson, PASSWORD, randomAddress } from "#test/sign-in.ts";
import { forms } from "./forms.ts";

beforeEach(() => jar.clear());

/** Submits the form. @returns the redirect's path, the form's state there, and the cookies' names */
async function submit(fields: Record<string, string>, address = randomAddress()) {
  const body = new URLSearchParams(fields).toString();
  const request = new Request(`${env().publicBaseUrl}/signin/submit`, {
    method: "POST",
    body,
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": String(body.length),
      Origin: env().publicBaseUrl,
      Host: new URL(env().publicBaseUrl).host,
      "Sec-Fetch-Site": "same-origin",
      "User-Agent": "Browser/1",
    },
  });
  const response = await from(address, () =>
    forms.submit(request, { params: Promise.resolve({}) }),
  );
  const location = new URL(response.headers.get("location") ?? "", env().publicBaseUrl);
  const state = await readFormState(Object.fromEntries(location.searchParams));
  const pairs = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] as string);
  const cookies = pairs.map((pair) => pair.split("=")[0]);
  for (const pair of pairs) jar.set(pair.replace(/=.*/, ""), pair.replace(/^[^=]*=/, ""));
  return { path: location.pathname, state, problem: state?.errors[FORM] ?? "", cookies };
}

it("opens a session and sets its cookie", async () => {
  const { email, cardholderId } = await makePerson();
  const { path, cookies } = await submit({ email, password: PASSWORD });
  expect(path).toBe("/home");
  expect(cookies).toContain("points-session");
  const sessions = await db().sessionFamily.findMany({ where: { cardholderId } });
  expect(sessions.map(({ userAgent }) => userAgent)).toContain("Browser/1");
});

it("shares the attempt limit per network with the API", async () => {
  const [{ email }, address] = [await makePerson(), randomAddress()];
  for (let n = 0; n < 5; n++) {
    const { problem } = await submit({ email, password: "wrong" }, address);
    expect(problem).toContain("Incorrect email or password");
    await call(operation("login"), { body: { email, password: "wrong" }, address });
  }
  const { problem } = await submit({ email, password: PASSWORD }, address);
  expect(problem).toContain("Too many attempts");
  expect((await submit({ email, password: PASSWORD })).path).toBe("/home");
});

it("lets a known browser in despite too many attempts from its network", async () => {
  const [{ email }, address] = [await makePerson(), randomAddress()];
  expect((await submit({ email, password: PASSWORD })).cookies).toContain("known-device");
  for (let n = 0; n < 101; n++) await attemptForEmail(`${n}.${email}`, address);
  expect((await submit({ email, password: PASSWORD }, address)).path).toBe("/home");
  jar.delete("known-device");
  const stranger = await submit({ email: (await makePerson()).email, password: PASSWORD }, address);
  expect(stranger.problem).toContain("Too many attempts");
});

it("asks for a code on a separate page if two-step sign-in is on", async () => {
  const person = await makePerson();
  await enrollInMfa(person);
  const { path, cookies } = await submit({ email: person.email, password: PASSWORD });
  expect(path).toBe("/signin/code");
  expect(cookies).toEqual(["second-step"]);
});

it("preserves all input except the password, and reports errors at their fields", async () => {
  const { state } = await submit({ email: " sam@example ", password: "secret" });
  expect(state?.values).toEqual({ email: " sam@example " });
  expect(Object.keys(state?.errors ?? {})).toEqual(["email"]);
  const nothing = await submit({});
  expect(nothing.state?.errors).toEqual({
    email: "Enter your email address.",
    password: "Enter your password.",
  });
});
