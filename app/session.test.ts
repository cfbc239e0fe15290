import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { beforeEach, expect, it } from "vitest";
import { endSession } from "#lib/auth/sessions.ts";
import { env } from "#lib/env.ts";
import { makeCardholder } from "#test/factories.ts";
import { jar, sessionToken, signInBrowser } from "#test/portal-session.ts";
import {
  authOptions,
  clearSessionCookie,
  currentCardholder,
  sessionClaims,
  sessionCookie,
  sessionCookiesFor,
} from "./session.ts";

beforeEach(() => jar.clear());

const { name: NAME } = sessionCookie();

/** The cardholder that a cookie with this value signs in. */
function cardholderWith(value: string) {
  jar.set(NAME, value);
  return currentCardholder();
}

it("recognizes a cardholder by the sign-in cookie while the session lasts", async () => {
  const { scope } = await makeCardholder();
  const [cookie = ""] = await sessionCookiesFor(scope);
  const [pair = "", ...attributes] = cookie.split("; ");
  expect(attributes).toEqual(
    expect.arrayContaining(["Path=/", "HttpOnly", "SameSite=lax", `Max-Age=${90 * 86_400}`]),
  );
  expect(pair).toMatch(`${NAME}=`);
  expect(await cardholderWith(pair.slice(NAME.length + 1))).toEqual(scope);
  expect(await currentCardholder()).toEqual(scope);
});

it("clears the cookie under the same name and attributes", () => {
  const [cookie = ""] = clearSessionCookie();
  expect(cookie).toMatch(new RegExp(`^${NAME}=; Path=/; .*Max-Age=0; HttpOnly; SameSite=lax$`));
});

it("rejects a session that has ended or belongs to another cardholder", async () => {
  const { scope } = await makeCardholder();
  const { cardholderId } = await makeCardholder();
  expect(await cardholderWith(await sessionToken({ ...scope, cardholderId }))).toBeNull();
  expect(await cardholderWith(await sessionToken({ ...scope, familyId: randomUUID() }))).toBeNull();
  await signInBrowser(scope);
  await endSession(scope);
  expect(await currentCardholder()).toBeNull();
});

it("rejects an expired cookie, a tampered cookie, and other kinds of token", async () => {
  const { scope, token: accessToken } = await makeCardholder();
  const token = await sessionToken(scope);
  const [head, ...rest] = token.split(".");
  const flipped = [head, ...rest.map((part, at) => (at === 2 ? `A${part.slice(1)}B` : part))];
  const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(
    JSON.stringify({ ...sessionClaims(scope), exp: 9_999_999_999 }),
  ).toString("base64url")}.`;
  const claims = sessionClaims(scope);
  const otherSalt = await encode({
    token: claims,
    secret: env().authSecrets[0] ?? "",
    salt: "other",
  });
  const incomplete = await encode({ token: { sub: claims.sub }, secret: authOptions().secret });
  const expired = await sessionToken(scope, -60);
  for (const value of [
    expired,
    flipped.join("."),
    unsigned,
    otherSalt,
    incomplete,
    accessToken,
    "x",
  ]) {
    expect(await cardholderWith(value), value).toBeNull();
  }
  expect(await cardholderWith(token)).toEqual(scope);
});

it("ignores an invalid callback URL cookie", async () => {
  const { scope } = await makeCardholder();
  await signInBrowser(scope);
  jar.set("next-auth.callback-url", "nowhere");
  expect(await currentCardholder()).toEqual(scope);
});
