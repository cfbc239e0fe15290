import { expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { call, violationsIn } from "#test/api.ts";
import { operation } from "#test/operations.ts";
import { enrollInMfa, makePerson, PASSWORD, randomAddress } from "#test/sign-in.ts";

const tested = operation("login");
const profile = operation("getProfile");

const logIn = (body: unknown, address = randomAddress()) =>
  call(tested, { body, address, headers: { "user-agent": "Phone/1" } });

it("issues a token pair that opens the portal, with its user agent recorded", async () => {
  const { email, cardholderId } = await makePerson();
  const { status, body, headers } = await logIn({ email, password: PASSWORD });
  expect(status).toBe(200);
  expect(body.data).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refresh_token: expect.stringMatching(/^ptr_[\w-]{64}$/),
    token_type: "bearer",
    expires_in: 3600,
  });
  expect(headers.get("cache-control")).toBe("no-store");
  expect((await call(profile, { token: body.data.access_token })).status).toBe(200);
  const sessions = await db().sessionFamily.findMany({ where: { cardholderId } });
  expect(sessions.map(({ userAgent }) => userAgent)).toContain("Phone/1");
});

it("answers an unknown address, a wrong password, and a missing password identically", async () => {
  const [known, unactivated] = [await makePerson(), await makePerson(null)];
  const answers = await Promise.all([
    logIn({ email: known.email, password: "another password entirely" }),
    logIn({ email: `nobody.${known.email}`, password: PASSWORD }),
    logIn({ email: unactivated.email, password: PASSWORD, mfa_code: null }),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBe(401);
    expect(body.error).toEqual(answers[0]?.body.error);
    expect(body.error.code).toBe("INVALID_CREDENTIALS");
  }
});

it("requires a code if there is a second factor", async () => {
  const person = await makePerson();
  const { codeAt } = await enrollInMfa(person);
  const credentials = { email: person.email, password: PASSWORD };
  const codeOf = async (body: object) => (await logIn(body)).body.error.code;
  expect(await codeOf(credentials)).toBe("MFA_REQUIRED");
  expect(await codeOf({ ...credentials, mfa_code: null })).toBe("MFA_REQUIRED");
  expect(await codeOf({ ...credentials, mfa_code: "000000" })).toBe("MFA_INVALID");
  expect((await logIn({ ...credentials, mfa_code: codeAt(0) })).status).toBe(200);
});

it("rate-limits attempts and returns how long to wait", async () => {
  const [{ email }, address] = [await makePerson(), randomAddress()];
  for (let n = 0; n < 10; n++) await logIn({ email, password: "wrong" }, address);
  const { status, body, headers } = await logIn({ email, password: PASSWORD }, address);
  expect([status, body.error.code]).toEqual([429, "RATE_LIMITED"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await logIn({ email, password: PASSWORD })).status).toBe(200);
});

it("lists every violation of the body", async () => {
  const { status, body } = await logIn({ email: "nobody", mfa_code: 123456 });
  expect(status).toBe(422);
  expect(violationsIn(body)).toEqual([
    "body.email value_error",
    "body.mfa_code string_type",
    "body.password missing",
  ]);
});
