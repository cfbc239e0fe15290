import { expect, it } from "vitest";
import { requestPasswordReset } from "#lib/cardholders/password/links.ts";
import { call, violationsIn } from "#test/api.ts";
import { operation } from "#test/operations.ts";
import { emailsTo, makePerson, randomAddress, sendRequestedLinks } from "#test/sign-in.ts";

const tested = operation("resetPassword");
const login = operation("login");
const NEXT = "the heron stands in the reeds";

const reset = (token: unknown, new_password: unknown) =>
  call(tested, { body: { token, new_password } });

async function linked() {
  const person = await makePerson(null);
  await requestPasswordReset(person.email, { address: randomAddress() });
  await sendRequestedLinks();
  const text = (await emailsTo(person.email))[0]?.text ?? "";
  return { ...person, linkToken: /token=([\w-]+)/.exec(text)?.[1] ?? "" };
}

it("sets a password that the cardholder can sign in with", async () => {
  const { email, linkToken, token } = await linked();
  const { status, body } = await reset(linkToken, NEXT);
  expect([status, body.data]).toEqual([200, {}]);
  expect((await call(operation("getProfile"), { token })).status).toBe(401);
  const address = randomAddress();
  expect((await call(login, { body: { email, password: NEXT }, address })).status).toBe(200);
  const again = await reset(linkToken, NEXT);
  expect([again.status, again.body.error.code]).toEqual([401, "RESET_TOKEN_INVALID"]);
});

it("reports what is wrong with a password and allows another attempt", async () => {
  const { email, linkToken } = await linked();
  for (const [bad, type] of [
    ["short", "string_too_short"],
    ["x1y2z3 ".repeat(20), "string_too_long"],
    [email, "value_error"],
  ]) {
    const { status, body } = await reset(linkToken, bad);
    expect(status).toBe(422);
    expect(violationsIn(body)).toEqual([`body.new_password ${type}`]);
  }
  expect((await reset(linkToken, NEXT)).status).toBe(200);
});

it("lists every missing field", async () => {
  const { status, body } = await call(tested, { body: {} });
  expect(status).toBe(422);
  expect(violationsIn(body)).toEqual(["body.new_password missing", "body.token missing"]);
});
