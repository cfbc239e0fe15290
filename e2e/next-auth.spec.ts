import { demonstration, makeCardholder } from "./application.ts";
import { expect, test } from "./fixtures.ts";
import { enrollSecondFactor } from "./second-factor.ts";

test("next-auth's own endpoints sign in and out and reveal nothing of the cardholder", async ({
  request,
}) => {
  const { email, password } = demonstration();
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  await request.post("/api/auth/callback/credentials", {
    form: { email, password, csrfToken, callbackUrl: "https://evil.example/" },
    maxRedirects: 0,
  });
  const session = await (await request.get("/api/auth/session")).json();
  expect(Object.keys(session)).toEqual(["expires"]);
  expect((await request.get("/home", { maxRedirects: 0 })).status()).toBe(200);

  const kept = (await request.storageState()).cookies.map(({ name, value }) => `${name}=${value}`);
  await request.post("/api/auth/signout", { form: { csrfToken } });
  // A copy of the cookie no longer works, either.
  for (const headers of [undefined, { Cookie: kept.join("; ") }]) {
    expect(await (await request.get("/api/auth/session", { headers })).json()).toEqual({});
    expect((await request.get("/home", { headers, maxRedirects: 0 })).status()).toBe(307);
  }
});

test("they accept the code together with the password, and a rejection reveals only its error code", async ({
  request,
}) => {
  const { email, password } = await makeCardholder();
  const { codeAt } = await enrollSecondFactor({ email });
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  const send = async (fields: Record<string, string>) => {
    const form = { email, password, csrfToken, ...fields };
    const response = await request.post("/api/auth/callback/credentials", {
      form,
      maxRedirects: 0,
    });
    return response.headers();
  };
  const refused = await send({});
  expect(refused.location).toMatch(/error=MFA_REQUIRED$/);
  expect(refused["set-cookie"]).toBeUndefined();
  expect((await send({ mfa_code: "000000" })).location).toMatch(/error=MFA_INVALID/);
  expect((await send({ mfa_code: codeAt(0) }))["set-cookie"]).toContain("points-session");
});

test("they never redirect to another site", async ({ request, baseURL }) => {
  const { email, password } = demonstration();
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  for (const callbackUrl of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/give",
  ]) {
    const form = { email, password, csrfToken, callbackUrl };
    const response = await request.post("/api/auth/callback/credentials", {
      form,
      maxRedirects: 0,
    });
    expect(response.headers()["set-cookie"]).toContain("points-session");
    expect(new URL(response.headers().location ?? "").origin, callbackUrl).toBe(baseURL);
  }
});

test("they require the CSRF token, and text in every field", async ({ request }) => {
  const { email, password } = demonstration();
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  const send = async (data: Record<string, unknown>) => {
    const response = await request.post("/api/auth/callback/credentials", {
      data,
      maxRedirects: 0,
    });
    expect(response.headers()["set-cookie"] ?? "").not.toContain("session");
    return response.headers().location;
  };
  expect(await send({ email, password, csrfToken: "guessed" })).toMatch(/signin\?csrf=true$/);
  expect(await send({ email, password: { a: 1 }, csrfToken })).toMatch(/error=CredentialsSignin/);
});
