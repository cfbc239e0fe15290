/** The authorization server answers every malformed request with a 4xx. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { type Bank, makeBank } from "#test/factories.ts";
import { openConsent, requestLink, serveAuthorization } from "#test/oauth.ts";
import { exchange, head } from "#test/process/raw-http.ts";

let server: Awaited<ReturnType<typeof serveAuthorization>>;
let bank: Bank;
beforeAll(async () => {
  server = await serveAuthorization();
  bank = await makeBank();
});
afterAll(() => server.close());

const HOSTILE = [
  "",
  " ",
  "\0",
  "\ud800",
  "'; drop table bank; --",
  "../../etc/passwd",
  "<script>",
  "%00",
  "x".repeat(10_000),
  "[object Object]",
  "__proto__",
  "\u202e",
  randomUUID(),
  `oac_${"x".repeat(43)}`,
];

const encoded = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join("&");

function expect4xx(response: Response, label: string): void {
  expect(response.status, label).toBeGreaterThanOrEqual(400);
  expect(response.status, label).toBeLessThan(500);
}

const form = () => ({
  grant_type: "authorization_code",
  code: `oac_${"x".repeat(43)}`,
  redirect_uri: "https://bank.example/linked",
  code_verifier: "x".repeat(43),
  client_id: bank.bankId,
  client_secret: bank.key,
});
const FIELDS = [
  "grant_type",
  "code",
  "redirect_uri",
  "code_verifier",
  "client_id",
  "client_secret",
] as const;

it.each([
  ["GET", "/oauth/jwks"],
  ["GET", "/oauth/userinfo"],
  ["POST", "/oauth/token"],
])("honors Connection: close for %s %s", async (method, path) => {
  const { port } = new URL(server.base);
  const request = head(method, path, "Connection: close", "Content-Length: 0");
  const response = await exchange(Number(port), request, { untilClosed: true, withinMs: 2_000 });
  expect([response.headers.connection, response.closed]).toEqual(["close", true]);
});

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${server.base}/oauth/token`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    body,
  });

describe("the token endpoint", () => {
  it.each(FIELDS)("rejects every hostile %s", async (field) => {
    for (const value of HOSTILE) {
      const response = await post(encoded({ ...form(), [field]: value }));
      expect4xx(response, `${field}=${JSON.stringify(value.slice(0, 40))}`);
    }
  });

  it.each(FIELDS)("rejects a missing or repeated %s", async (field) => {
    const { [field]: value, ...others } = form();
    if (field !== "code_verifier") expect4xx(await post(encoded(others)), "missing");
    expect4xx(await post(`${encoded(form())}&${field}=${encodeURIComponent(value)}`), "twice");
  });

  it("rejects bodies that aren't forms, and malformed credentials", async () => {
    const bodies: [string, string][] = [
      ["application/json", JSON.stringify(form())],
      ["text/plain", encoded(form())],
      ["multipart/form-data; boundary=x", "--x--"],
      ["application/x-www-form-urlencoded", "%"],
      ["application/x-www-form-urlencoded", "=&=&="],
      ["application/x-www-form-urlencoded; charset=utf-16", encoded(form())],
    ];
    for (const [type, body] of bodies) {
      expect4xx(await post(body, { "Content-Type": type }), `${type} ${body.slice(0, 20)}`);
    }
    const { client_id: _, client_secret: __, ...others } = form();
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    const headers = [
      "Basic",
      "Basic !",
      "Basic =",
      "Bearer x",
      "Basic a b",
      basic(""),
      basic(":"),
      basic(`${bank.bankId}:`),
      basic(`${bank.bankId}:%`),
      basic(`\0:${bank.key}`),
      basic(`${bank.bankId}:svc_test_x`),
      basic(`${randomUUID()}:${bank.key}`),
    ];
    for (const Authorization of headers) {
      expect4xx(await post(encoded(others), { Authorization }), Authorization);
    }
    const both = { Authorization: basic(`${bank.bankId}:${encodeURIComponent(bank.key)}`) };
    expect4xx(await post(encoded(form()), both), "two ways at once");
  });
});

it("userinfo rejects every invalid token, in the header and in the query", async () => {
  const printable = HOSTILE.filter((value) => /^[\x21-\x7e]+$/.test(value));
  for (const value of printable) {
    const headers = { Authorization: `Bearer ${value}` };
    expect4xx(await fetch(`${server.base}/oauth/userinfo`, { headers }), value.slice(0, 40));
  }
  const inQuery = `${server.base}/oauth/userinfo?access_token=oat_${"x".repeat(43)}`;
  expect4xx(await fetch(inQuery), "in the query");
});

it("no invalid interaction ID resumes a flow", async () => {
  const { url } = await requestLink(bank);
  const { cookies } = await openConsent(server.base, url);
  const headers = { Cookie: cookies.join("; ").replaceAll(/=[^;]+/g, "=x") };
  for (const value of HOSTILE) {
    const path = `/oauth/auth/${encodeURIComponent(value.toWellFormed()) || "x"}`;
    const response = await fetch(server.base + path, { headers, redirect: "manual" });
    expect4xx(response, path.slice(0, 60));
  }
});

it("none of these requests changed anything", async () => {
  const events = await db().event.count({ where: { bankId: bank.bankId } });
  const active = await db().account.count({ where: { bankId: bank.bankId, status: "active" } });
  expect([events, active]).toEqual([0, 0]);
});
