import { expect, it } from "vitest";
import { issueRefreshToken } from "#lib/auth/tokens/refresh-tokens.ts";
import { call, violationsIn } from "#test/api.ts";
import { makeCardholder } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("logout");
const refresh = operation("refreshTokens");

const openSession = async () => {
  const person = await makeCardholder();
  return { ...person, refreshToken: await issueRefreshToken(person.scope) };
};

it("ends the session: neither of its tokens works afterward", async () => {
  const { token, refreshToken } = await openSession();
  const { status, body } = await call(tested, { token, body: { refresh_token: refreshToken } });
  expect([status, body.data]).toEqual([200, {}]);
  const again = await call(tested, { token, body: { refresh_token: refreshToken } });
  expect([again.status, again.body.error.code]).toEqual([401, "ACCESS_TOKEN_INVALID"]);
  const refreshed = await call(refresh, { body: { refresh_token: refreshToken } });
  expect(refreshed.body.error.code).toBe("REFRESH_TOKEN_EXPIRED");
});

it("ends no other session, even if its refresh token is sent", async () => {
  const [mine, theirs] = [await openSession(), await openSession()];
  const body = { refresh_token: theirs.refreshToken };
  expect((await call(tested, { token: mine.token, body })).status).toBe(200);
  expect((await call(refresh, { body })).status).toBe(200);
  const own = await call(refresh, { body: { refresh_token: mine.refreshToken } });
  expect(own.status).toBe(401);
});

it("requires a refresh token in the body and otherwise leaves the session open", async () => {
  const { token } = await openSession();
  const { status, body } = await call(tested, { token, body: {} });
  expect(status).toBe(422);
  expect(violationsIn(body)).toEqual(["body.refresh_token missing"]);
  expect((await call(operation("getProfile"), { token })).status).toBe(200);
});
