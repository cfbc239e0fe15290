/** What is refused before next-auth sees it; the rest is in test/process/next-auth-input.test.ts. */
import { expect, it } from "vitest";
import { GET, POST } from "./[...nextauth]/route.ts";

function send(action: string, type: string, body: string): Promise<Response> {
  const request = new Request(`http://service.test/api/auth/${action}`, {
    method: "POST",
    headers: { "Content-Type": type },
    body,
  });
  return POST(request, {
    params: Promise.resolve({ nextauth: action.replace(/\?.*/, "").split("/") }),
  });
}

const JSON_TYPE = "application/json";
const SIGN_IN = "callback/credentials";

it.each([
  [SIGN_IN, JSON_TYPE, "{", 400, "BAD_REQUEST"],
  [SIGN_IN, JSON_TYPE, "", 400, "BAD_REQUEST"],
  [SIGN_IN, JSON_TYPE, "null", 400, "BAD_REQUEST"],
  [SIGN_IN, JSON_TYPE, "[]", 400, "BAD_REQUEST"],
  [SIGN_IN, JSON_TYPE, '{"password":{"a":1}}', 400, "BAD_REQUEST"],
  [SIGN_IN, "text/plain", "x", 415, "UNSUPPORTED_MEDIA_TYPE"],
  [SIGN_IN, "multipart/form-data", "x", 415, "UNSUPPORTED_MEDIA_TYPE"],
  ["signout", "application/x-www-form-urlencoded", "callbackUrl=%00", 400, "BAD_REQUEST"],
  ["signout?callbackUrl=%00", JSON_TYPE, "{}", 400, "BAD_REQUEST"],
  ["signout?callbackUrl=nowhere", JSON_TYPE, "{}", 400, "BAD_REQUEST"],
  ["signout?error=%0d%0a", JSON_TYPE, "{}", 400, "BAD_REQUEST"],
  ["signout", "x", "x", 415, "UNSUPPORTED_MEDIA_TYPE"],
  ["session", JSON_TYPE, "{", 405, "METHOD_NOT_ALLOWED"],
  ["csrf", JSON_TYPE, "{", 405, "METHOD_NOT_ALLOWED"],
  ["_log", JSON_TYPE, "{", 404, "NOT_FOUND"],
  ["callback/email", JSON_TYPE, "{", 404, "NOT_FOUND"],
  ["verify-request", JSON_TYPE, "{", 404, "NOT_FOUND"],
  ["constructor", JSON_TYPE, "{", 404, "NOT_FOUND"],
])("POST %s as %s with %s is %i %s", async (action, type, body, status, code) => {
  const answer = await send(action, type, body);
  expect(answer.status).toBe(status);
  expect((await answer.json()).error.code).toBe(code);
});

it("a GET of a form-only action is refused and names the allowed methods", async () => {
  const request = new Request(`http://service.test/api/auth/${SIGN_IN}`);
  const params = Promise.resolve({ nextauth: SIGN_IN.split("/") });
  const answer = await GET(request, { params });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
});
