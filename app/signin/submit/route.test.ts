import { expect, it } from "vitest";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { call } from "#test/api.ts";
import { operation } from "#test/operations.ts";
import { enrol, makePerson, PASSWORD, someAddress } from "#test/signing-in.ts";
import { POST } from "./route.ts";

/** Sends the form. @returns the session cookie, if there is one, and where the browser is sent */
async function submit(fields: Record<string, string>, address = someAddress()) {
  const body = new URLSearchParams(fields).toString();
  const response = await POST(
    new Request(`${env().publicBaseUrl}/signin/submit`, {
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": String(body.length),
        Origin: env().publicBaseUrl,
        Host: new URL(env().publicBaseUrl).host,
        "Sec-Fetch-Site": "same-origin",
        "X-Client-Address": address,
        "User-Agent": "Browser/1",
      },
    }),
  );
  const location = new URL(response.headers.get("location") ?? "", env().publicBaseUrl);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
  return { problem: location.searchParams.get("problem"), cookies };
}

it("opens a session that is recognised by the browser", async () => {
  const { email, cardholderId } = await makePerson();
  const { problem, cookies } = await submit({ email, password: PASSWORD });
  expect(problem).toBeNull();
  expect(cookies).toContain("points-session");
  const sessions = await db().sessionFamily.findMany({ where: { cardholderId } });
  expect(sessions.map(({ userAgent }) => userAgent)).toContain("Browser/1");
});

it("counts guesses together with the API, for each place", async () => {
  const [{ email }, address] = [await makePerson(), someAddress()];
  for (let n = 0; n < 5; n++) {
    expect((await submit({ email, password: "wrong" }, address)).problem).toBe("mismatch");
    const headers = { "x-client-address": address };
    await call(operation("login"), { body: { email, password: "wrong" }, headers });
  }
  expect((await submit({ email, password: PASSWORD }, address)).problem).toBe("limited");
  expect((await submit({ email, password: PASSWORD })).problem).toBeNull();
});

it("asks for a code where there is a second factor", async () => {
  const person = await makePerson();
  const { codeAt } = await enrol(person);
  const fields = { email: person.email, password: PASSWORD };
  expect((await submit(fields)).problem).toBe("code");
  expect((await submit({ ...fields, mfa_code: "000000" })).problem).toBe("code");
  const { cookies } = await submit({ ...fields, mfa_code: codeAt(0) });
  expect(cookies).toContain("points-session");
});
