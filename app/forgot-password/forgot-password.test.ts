import { expect, it } from "vitest";
import { FORM } from "#app/forms/form-errors.ts";
import { readFormState } from "#app/forms/form-state.ts";
import { env } from "#lib/env.ts";
import { from } from "#test/api.ts";
import { makePerson, randomAddress } from "#test/sign-in.ts";
import { forms } from "./forms.ts";

/** Submits the form. @returns the redirect's path, and the form's state there */
async function submit(email: string, address = randomAddress()) {
  const body = new URLSearchParams({ email }).toString();
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(body.length),
    Origin: env().publicBaseUrl,
  };
  const target = `${env().publicBaseUrl}/forgot-password/submit`;
  const request = new Request(target, { method: "POST", body, headers });
  const response = await from(address, () =>
    forms.submit(request, { params: Promise.resolve({}) }),
  );
  const location = new URL(response.headers.get("location") ?? "", env().publicBaseUrl);
  const state = await readFormState(Object.fromEntries(location.searchParams));
  return { path: location.pathname + location.search, state };
}

it("redirects to the same page for every address", async () => {
  const { email } = await makePerson();
  for (const address of [email, ` ${email.toUpperCase()} `, `nobody.${email}`]) {
    expect((await submit(address)).path).toBe("/forgot-password?done=sent");
  }
});

it("says when to retry after too many attempts from one network, and preserves the input", async () => {
  const [{ email }, network] = [await makePerson(), randomAddress()];
  for (let n = 0; n < 20; n++) await submit(`${n}.${email}`, network);
  const { state } = await submit(email, network);
  expect(state?.errors[FORM]).toMatch(/^Too many attempts. Try again in \d+ minutes\.$/);
  expect(state?.values).toEqual({ email });
});
