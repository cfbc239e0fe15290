import { generateKeyPairSync, hkdfSync, randomUUID } from "node:crypto";
import { type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { env } from "#lib/env.ts";
import { type Cardholder, makeCardholder } from "#test/factories.ts";
import { sessionToken } from "#test/portal-session.ts";
import { endSession } from "../sessions.ts";
import { cardholderScopeOfToken } from "./access-tokens.ts";
import { signToken } from "./signed-tokens.ts";

let person: Cardholder;

beforeAll(async () => {
  person = await makeCardholder();
});

const authenticate = (token: string) => cardholderScopeOfToken(`Bearer ${token}`);
const refusing = (code: string) => expect.objectContaining({ code });

/** A token signed with our key, valid except for these changes. */
function forge(header: Partial<JWTHeaderParameters>, claims: JWTPayload): Promise<string> {
  const key = hkdfSync("sha256", env().authSecrets[0] as string, "", "portal-access", 32);
  const now = Math.floor(Date.now() / 1_000);
  const { cardholderId: sub, familyId: sid } = person.scope;
  const valid = { sub, sid, role: "cardholder", school_id: null, iat: now, exp: now + 60 };
  const ours = { iss: "points-to-donation", aud: "portal-access" };
  return new SignJWT({ ...valid, ...ours, ...claims })
    .setProtectedHeader({ alg: "HS256", typ: "at+jwt", ...header })
    .sign(new Uint8Array(key));
}

describe("an access token", () => {
  it("authenticates its session, in any case of Bearer", async () => {
    expect(await authenticate(person.token)).toEqual(person.scope);
    expect(await cardholderScopeOfToken(`bearer ${person.token}`)).toEqual(person.scope);
    expect(await authenticate(await forge({}, {}))).toEqual(person.scope);
  });

  it("is reported as missing without a header, and as invalid if it isn't a bearer token", async () => {
    await expect(cardholderScopeOfToken(null)).rejects.toEqual(refusing("ACCESS_TOKEN_MISSING"));
    for (const header of ["Bearer", "Basic eDp5", person.token, `Bearer ${person.token} x`]) {
      await expect(cardholderScopeOfToken(header)).rejects.toEqual(
        refusing("ACCESS_TOKEN_INVALID"),
      );
    }
  });

  it.each<[string, Partial<JWTHeaderParameters>, JWTPayload]>([
    ["another algorithm with the same key", { alg: "HS512" }, {}],
    ["another type", { typ: "JWT" }, {}],
    ["another issuer", {}, { iss: "somebody" }],
    ["another audience", {}, { aud: "portal-session" }],
    ["no subject", {}, { sub: undefined }],
    ["another subject", {}, { sub: randomUUID() }],
    ["no session", {}, { sid: undefined }],
    ["a session that never existed", {}, { sid: randomUUID() }],
    ["no expiry", {}, { exp: undefined }],
  ])("is rejected with %s", async (_, header, claims) => {
    await expect(authenticate(await forge(header, claims))).rejects.toEqual(
      refusing("ACCESS_TOKEN_INVALID"),
    );
  });

  it("is rejected if it is unsigned, or signed with the sender's own key pair", async () => {
    const [, payload] = person.token.split(".");
    const head = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const unsigned = `${head({ alg: "none", typ: "at+jwt" })}.${payload}.`;
    await expect(authenticate(unsigned)).rejects.toEqual(refusing("ACCESS_TOKEN_INVALID"));
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const claims = JSON.parse(Buffer.from(payload as string, "base64url").toString());
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", typ: "at+jwt" })
      .sign(privateKey);
    await expect(authenticate(foreign)).rejects.toEqual(refusing("ACCESS_TOKEN_INVALID"));
  });

  it("is rejected if its claims are modified", async () => {
    const [head, payload, signature] = person.token.split(".") as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const extended = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 }));
    const changed = [head, extended.toString("base64url"), signature].join(".");
    await expect(authenticate(changed)).rejects.toEqual(refusing("ACCESS_TOKEN_INVALID"));
  });

  it("is reported as expired after its expiry", async () => {
    const expired = await forge({}, { exp: Math.floor(Date.now() / 1_000) - 1 });
    await expect(authenticate(expired)).rejects.toEqual(refusing("ACCESS_TOKEN_EXPIRED"));
  });

  it("can't be an embed token or the session cookie", async () => {
    const { cardholderId: sub, familyId: sid } = person.scope;
    const claims = { sub, sid, role: "cardholder", school_id: null };
    const token = await signToken("embed-session", claims, new Date(Date.now() + 60_000));
    await expect(authenticate(token)).rejects.toEqual(refusing("ACCESS_TOKEN_INVALID"));
    const cookie = await sessionToken(person.scope);
    await expect(authenticate(cookie)).rejects.toEqual(refusing("ACCESS_TOKEN_INVALID"));
  });

  it("ends with its session", async () => {
    const { scope, token } = await makeCardholder();
    await endSession(scope);
    await expect(authenticate(token)).rejects.toEqual(refusing("ACCESS_TOKEN_INVALID"));
  });

  it("is rejected for another role or a school's user", async () => {
    for (const claims of [{ role: "school_admin" }, { role: undefined }, { school_id: "ohio" }]) {
      await expect(authenticate(await forge({}, claims))).rejects.toEqual(refusing("FORBIDDEN"));
    }
  });
});
