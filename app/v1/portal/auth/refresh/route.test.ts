import { expect, it } from "vitest";
import { issueRefreshToken } from "#lib/auth/tokens/refresh-tokens.ts";
import { db } from "#lib/database/prisma.ts";
import { call, violationsIn } from "#test/api.ts";
import { makeCardholder } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("refreshTokens");
const profile = operation("getProfile");

const refresh = (refresh_token: unknown) => call(tested, { body: { refresh_token } });

async function openSession() {
  const person = await makeCardholder();
  return { ...person, first: await issueRefreshToken(person.scope) };
}

it("returns a new pair that works", async () => {
  const { first } = await openSession();
  const { status, body } = await refresh(first);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ token_type: "bearer", expires_in: 3600 });
  expect((await call(profile, { token: body.data.access_token })).status).toBe(200);
  expect((await refresh(body.data.refresh_token)).status).toBe(200);
});

it("ends the session when a token is reused too late", async () => {
  const { first, scope, token } = await openSession();
  await refresh(first);
  const familyId = scope.familyId;
  const rotatedAt = new Date(Date.now() - 46_000);
  await db().refreshToken.updateMany({
    where: { familyId, rotatedAt: { not: null } },
    data: { rotatedAt },
  });
  const { status, body } = await refresh(first);
  expect([status, body.error.code]).toEqual([401, "REFRESH_TOKEN_REUSED"]);
  expect((await call(profile, { token })).status).toBe(401);
  expect((await refresh(first)).body.error.code).toBe("REFRESH_TOKEN_EXPIRED");
});

it("rejects a token of another kind", async () => {
  const { token } = await openSession();
  const { status, body } = await refresh(token);
  expect([status, body.error.code]).toEqual([401, "REFRESH_TOKEN_INVALID"]);
});

it.each([
  [undefined, "missing"],
  [null, "string_type"],
  [1, "string_type"],
])("reports what is wrong with %j", async (token, type) => {
  const { status, body } = await refresh(token);
  expect(status).toBe(422);
  expect(violationsIn(body)).toEqual([`body.refresh_token ${type}`]);
});
