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

  await request.post("/api/auth/signout", { form: { csrfToken } });
  expect(await (await request.get("/api/auth/session")).json()).toEqual({});
  expect((await request.get("/home", { maxRedirects: 0 })).status()).toBe(307);
});

test("they take the code with the password, and a refusal reveals only its error code", async ({
  request,
}) => {
  const { email, password } = await makeCardholder();
  const { codeAt } = await enrollSecondFactor({ email });
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  const send = async (fields: Record<string, string>) => {
    const form = { email, password, csrfToken, ...fields };
    const answer = await request.post("/api/auth/callback/credentials", { form, maxRedirects: 0 });
    return answer.headers();
  };
  const refused = await send({});
  expect(refused.location).toMatch(/error=MFA_REQUIRED$/);
  expect(refused["set-cookie"]).not.toMatch(/session|second-step/);
  expect((await send({ mfa_code: "000000" })).location).toMatch(/error=MFA_INVALID/);
  expect((await send({ mfa_code: codeAt(0) }))["set-cookie"]).toContain("points-session");
});

test("their redirects stay on this host", async ({ request }) => {
  const { email } = demonstration();
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  const form = { email, password: "wrong", csrfToken, callbackUrl: "https://evil.example/" };
  const answer = await request.post("/api/auth/callback/credentials", { form, maxRedirects: 0 });
  expect(answer.headers().location).toMatch(/^\/(?!\/)/);
});

test("they require the CSRF token and accept no log entries", async ({ request }) => {
  const { email, password } = demonstration();
  const form = { email, password, csrfToken: "guessed" };
  const answer = await request.post("/api/auth/callback/credentials", { form, maxRedirects: 0 });
  expect(answer.headers()["set-cookie"]).not.toContain("session");
  expect((await request.post("/api/auth/_log", { form: { code: "x" } })).status()).toBe(404);
});
