import { beforeEach, describe, expect, it } from "vitest";
import { endSession } from "#lib/auth/sessions.ts";
import { signToken } from "#lib/auth/tokens/signed-tokens.ts";
import { db } from "#lib/database/prisma.ts";
import { call } from "../api.ts";
import { type Cardholder, makeBank, makeCardholder } from "../factories.ts";
import { bankOperations, portalOperations } from "../operations.ts";
import { sessionToken } from "../portal-session.ts";

let person: Cardholder;
beforeEach(async () => {
  person = await makeCardholder();
});

const AN_HOUR = 3_600_000;

/** An access token of this session, signed by us, with other claims or another expiry. */
function tokenWith(claims: Record<string, unknown> = {}, until = Date.now() + AN_HOUR) {
  const { cardholderId: sub, familyId: sid, role, schoolId: school_id } = person.scope;
  return signToken("portal-access", { sub, sid, role, school_id, ...claims }, new Date(until));
}

/** The token with one part changed: header, claims or signature. */
function corrupted(part: number): string {
  const parts = person.token.split(".");
  const text = parts[part] as string;
  parts[part] = `${text.slice(0, 5)}${text[5] === "A" ? "B" : "A"}${text.slice(6)}`;
  return parts.join(".");
}

/** The same claims without a signature. */
function unsigned(): string {
  const header = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url");
  return `${header}.${person.token.split(".")[1]}.`;
}

describe.each(portalOperations)("$contract.id, the token gate", (operation) => {
  const answerTo = async (headers: Record<string, string>) => {
    const answer = await call(operation, { ...(await operation.good(person)), headers });
    const { status, body } = answer;
    if (status === 401) expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm="/);
    return `${status} ${body.error?.code}`;
  };
  const bearer = (token: string) => answerTo({ Authorization: `Bearer ${token}` });

  it("accepts a valid token, with Bearer in any case", async () => {
    const request = await operation.good(person);
    const headers = { Authorization: `bearer ${person.token}` };
    expect((await call(operation, { ...request, headers })).status).toBe(operation.contract.status);
  });

  it("requires a token", async () => {
    expect(await answerTo({})).toBe("401 ACCESS_TOKEN_MISSING");
  });

  it.each(["nonsense", "Bearer", "Bearer x", "Bearer a.b.c", "Basic cGF0OnB3", "Bearer x y"])(
    "rejects a malformed token: %s",
    async (Authorization) => {
      expect(await answerTo({ Authorization })).toBe("401 ACCESS_TOKEN_INVALID");
    },
  );

  it("rejects a modified or unsigned token", async () => {
    for (const token of [corrupted(0), corrupted(1), corrupted(2), unsigned()]) {
      expect(await bearer(token)).toBe("401 ACCESS_TOKEN_INVALID");
    }
  });

  it("rejects a token that we signed for another purpose", async () => {
    const { cardholderId: sub, familyId: sid } = person.scope;
    const claims = { sub, sid, role: "cardholder", school_id: null };
    const embedToken = await signToken("embed-session", claims, new Date(Date.now() + AN_HOUR));
    for (const token of [embedToken, await sessionToken(person.scope)]) {
      expect(await bearer(token)).toBe("401 ACCESS_TOKEN_INVALID");
    }
  });

  it("reports an expired token", async () => {
    expect(await bearer(await tokenWith({}, Date.now() - 1_000))).toBe("401 ACCESS_TOKEN_EXPIRED");
  });

  it("rejects a token of an ended session immediately", async () => {
    await endSession(person.scope);
    expect(await bearer(person.token)).toBe("401 ACCESS_TOKEN_INVALID");
  });

  it("rejects a token of another person's session, or of no session", async () => {
    const other = await makeCardholder();
    expect(await bearer(await tokenWith({ sid: other.scope.familyId }))).toBe(
      "401 ACCESS_TOKEN_INVALID",
    );
    expect(await bearer(await tokenWith({ sid: other.cardholderId }))).toBe(
      "401 ACCESS_TOKEN_INVALID",
    );
  });

  it("rejects roles and schools that the cardholder doesn't have", async () => {
    expect(await bearer(await tokenWith({ role: "school_admin" }))).toBe("403 FORBIDDEN");
    expect(await bearer(await tokenWith({ school_id: "ohio-state" }))).toBe("403 FORBIDDEN");
    const { cardholderId: id } = person;
    await db().cardholder.update({ where: { id }, data: { role: "school_admin" } });
    expect(await bearer(person.token)).toBe("403 FORBIDDEN");
  });

  it("doesn't accept a bank's key", async () => {
    const { key } = person.bank;
    expect(await bearer(key)).toBe("401 ACCESS_TOKEN_INVALID");
    expect(await answerTo({ "X-Service-API-Key": key })).toBe("401 ACCESS_TOKEN_MISSING");
  });

  it("checks the token before anything else in the request", async () => {
    const takesBody = operation.contract.method !== "GET";
    const { status } = await call(operation, {
      ...(takesBody ? { rawBody: "{", headers: { "Content-Type": "text/plain" } } : {}),
      params: { donation_id: "no-uuid", school_id: "\0", year: "x" },
    });
    expect(status).toBe(401);
  });
});

describe.each(bankOperations)("$contract.id, to a cardholder", (operation) => {
  it("doesn't accept an access token", async () => {
    const request = await operation.good(await makeBank());
    const asToken = await call(operation, { ...request, token: person.token });
    expect(asToken.body.error.code).toBe("API_KEY_MISSING");
    const asKey = await call(operation, { ...request, key: person.token });
    expect(asKey.body.error.code).toBe("API_KEY_INVALID");
  });
});
