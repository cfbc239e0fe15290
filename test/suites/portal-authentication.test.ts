import { beforeEach, describe, expect, it } from "vitest";
import { isStaff, personOf } from "#lib/auth/scopes.ts";
import { endSession } from "#lib/auth/sessions.ts";
import { signToken } from "#lib/auth/tokens/signed-tokens.ts";
import { call } from "../api.ts";
import { makeCardholder } from "../factories.ts";
import { type Caller, tokenOperations } from "../operations.ts";
import { sessionToken } from "../portal-session.ts";

let caller: Caller;

const AN_HOUR = 3_600_000;

/** An access token of this session, signed by us, with other claims or another expiry. */
function tokenWith(claims: Record<string, unknown> = {}, until = Date.now() + AN_HOUR) {
  const { familyId: sid } = caller.scope;
  const role = isStaff(caller.scope) ? caller.scope.role : "cardholder";
  const schoolId = "schoolId" in caller.scope ? caller.scope.schoolId : null;
  const current = { sub: personOf(caller.scope), sid, role, school_id: schoolId };
  return signToken("portal-access", { ...current, ...claims }, new Date(until));
}

/** The token with one part changed: header, claims or signature. */
function corrupted(part: number): string {
  const parts = caller.token.split(".");
  const text = parts[part] as string;
  parts[part] = `${text.slice(0, 5)}${text[5] === "A" ? "B" : "A"}${text.slice(6)}`;
  return parts.join(".");
}

/** The same claims without a signature. */
function unsigned(): string {
  const header = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url");
  return `${header}.${caller.token.split(".")[1]}.`;
}

describe.each(tokenOperations)("$contract.id, the token gate", (operation) => {
  beforeEach(async () => {
    caller = await operation.makeCaller();
  });

  const answerTo = async (headers: Record<string, string>) => {
    const answer = await call(operation, { ...(await caller.request(operation)), headers });
    const { status, body } = answer;
    if (status === 401) expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm="/);
    return `${status} ${body.error?.code}`;
  };
  const bearer = (token: string) => answerTo({ Authorization: `Bearer ${token}` });

  it("accepts a valid token, with Bearer in any case", async () => {
    const request = await caller.request(operation);
    const headers = { Authorization: `bearer ${caller.token}` };
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
    const { familyId: sid } = caller.scope;
    const claims = { sub: personOf(caller.scope), sid, role: "cardholder", school_id: null };
    const embedToken = await signToken("embed-session", claims, new Date(Date.now() + AN_HOUR));
    const cookie = await sessionToken({ cardholderId: claims.sub, familyId: sid });
    for (const token of [embedToken, cookie]) {
      expect(await bearer(token)).toBe("401 ACCESS_TOKEN_INVALID");
    }
  });

  it("reports an expired token", async () => {
    expect(await bearer(await tokenWith({}, Date.now() - 1_000))).toBe("401 ACCESS_TOKEN_EXPIRED");
  });

  it("rejects a token of an ended session immediately", async () => {
    await endSession(caller.scope);
    expect(await bearer(caller.token)).toBe("401 ACCESS_TOKEN_INVALID");
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

  it("rejects roles and tenants that the session doesn't have", async () => {
    for (const claims of [{ role: "owner" }, { school_id: "ohio-state" }, { bank_id: "x" }]) {
      expect(await bearer(await tokenWith(claims))).toBe("403 FORBIDDEN");
    }
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
