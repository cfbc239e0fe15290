import { beforeEach, expect, it } from "vitest";
import { isStaff, personOf, type SessionScope } from "#lib/auth/scopes.ts";
import { endSession } from "#lib/auth/sessions.ts";
import { openSession } from "#test/open-session.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { encryptToken } from "../auth/tokens/encrypted-tokens.ts";
import { admit as admitRequest } from "./admission.ts";
import { findRoute } from "./router.ts";

const KIB = 1024;
const check = "/school/gifts/confirm/check/";

async function signIn(scope: SessionScope) {
  jar.clear();
  await signInBrowser({ cardholderId: personOf(scope), familyId: scope.familyId });
}

/** The school whose file is let in; null for another body, or an error. */
const admit = (path: string, bytes: number, more: Record<string, string> = {}) => {
  const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
  const headers = new Headers({ "Content-Length": String(bytes), cookie, ...more });
  const request = { method: "POST", headers };
  return admitRequest(findRoute(path), request, "192.0.2.7", () => {}).catch(({ code }) => code);
};

const tokenFor = ({ familyId }: { familyId: string }, seconds = 60) =>
  encryptToken("upload", { familyId }, seconds);

beforeEach(() => jar.clear());

it("only a member who was shown the upload may send a large body, and only there", async () => {
  const { scope } = await makeMember(await makeSchoolTenant(), "processor");
  await signIn(scope);
  const token = await tokenFor(scope);
  expect(await admit(check + token, 1_000 * KIB)).toBe(scope.schoolId);
  expect(await admit(check + token, 1_200 * KIB)).toBe("PAYLOAD_TOO_LARGE");
  expect(await admit("/school/batches/x/close", 65 * KIB)).toBe("PAYLOAD_TOO_LARGE");
  const chunked = { "Transfer-Encoding": "chunked" };
  expect(await admit(check + token, 0, chunked)).toBe("LENGTH_REQUIRED");
  const wrong = ["x", await encryptToken("form", scope, 60), await tokenFor(scope, -1)];
  for (const one of wrong) {
    expect(await admit(check + one, 65 * KIB)).toBe("PAYLOAD_TOO_LARGE");
    expect(await admit(check + one, 64 * KIB)).toBeNull();
  }
});

it("the upload's token is of no use to anyone else, or after the session has ended", async () => {
  const tenant = await makeSchoolTenant();
  const { scope } = await makeMember(tenant, "processor");
  const token = await tokenFor(scope);
  const { scope: colleague } = await makeMember(tenant, "processor");
  const { scope: viewer } = await makeMember(tenant, "viewer");
  const { scope: elsewhere } = await makeMember(await makeSchoolTenant(), "processor");
  const own = await openSession(scope.personId);
  for (const other of [null, colleague, viewer, elsewhere, own]) {
    jar.clear();
    if (other) await signIn(other);
    expect(await admit(check + token, 65 * KIB)).toBe("PAYLOAD_TOO_LARGE");
    // Neither is a token of their own.
    if (!other || (isStaff(other) && other.role === "processor")) continue;
    expect(await admit(check + (await tokenFor(other)), 65 * KIB)).toBe("PAYLOAD_TOO_LARGE");
  }
  await signIn(scope);
  expect(await admit(check + token, 65 * KIB)).toBe(scope.schoolId);
  await endSession(scope);
  expect(await admit(check + token, 65 * KIB)).toBe("PAYLOAD_TOO_LARGE");
});
