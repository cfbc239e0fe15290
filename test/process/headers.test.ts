/** Security headers of every kind of response, with an https public URL. */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Application } from "./application.ts";
import { bindAddressTests } from "./bind-address.ts";
import { addressOf, nextTemplates, operations, plainRoutes } from "./pages.ts";
import { exchange } from "./raw-http.ts";
import { headOf, unusualHeaderTests } from "./unusual-headers.ts";

const ORIGIN = "https://points.example";
const app = new Application({
  PUBLIC_BASE_URL: ORIGIN,
  ALLOWED_HOSTS: "box.internal",
  BIND_ADDRESS: "0.0.0.0",
});
let demo: { email: string; password: string; cookie: string };

const FORM = { "Content-Type": "application/x-www-form-urlencoded", Origin: ORIGIN };

function signIn(email: string, password: string): Promise<Response> {
  const body = new URLSearchParams({ email, password });
  return fetch(`${app.base}/signin/submit`, {
    method: "POST",
    headers: FORM,
    body,
    redirect: "manual",
  });
}

beforeAll(async () => {
  await app.start();
  const { email, password } = app.demonstration;
  const answer = await signIn(email, password);
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  demo = { email, password, cookie };
});
afterAll(() => app.remove());

type Case = [name: string, status: number, path: string, init?: () => RequestInit];

const key = () => ({ "X-Service-API-Key": app.demoKey });
const post = (body: string, type = "application/json") => ({
  method: "POST",
  headers: { ...key(), "Content-Type": type },
  body,
});

const API: Case[] = [
  ["a response", 200, "/v1/schools", () => ({ headers: key() })],
  ["no body", 200, "/v1/schools", () => ({ headers: key(), method: "HEAD" })],
  ["an unparsable URL", 400, "/v1//schools"],
  ["no key", 401, "/v1/schools"],
  ["no such path", 404, "/v1/nothing"],
  ["no such method", 405, "/v1/schools", () => ({ method: "DELETE" })],
  ["a preflight from another site", 405, "/v1/schools", () => ({ method: "OPTIONS" })],
  ["too large", 413, "/v1/donations/request", () => post("x".repeat(3_000_000))],
  ["a body that isn't JSON", 415, "/v1/donations/request", () => post("x", "text/plain")],
  ["wrong input", 422, "/v1/donations/request", () => post("{}")],
  ["an invalid token", 401, "/v1/portal/me", () => ({ headers: { Authorization: "Bearer x" } })],
  ["health", 200, "/healthz"],
  ["readiness", 200, "/readyz"],
  ["an unknown path below the flow", 404, "/embed/nothing"],
  ["an unsupported method of the authorization server", 405, "/oauth/token"],
  ["an unsupported method of the flow", 405, "/embed/session", () => ({ method: "PUT" })],
];

const form = (body: Record<string, string>) => ({
  method: "POST",
  body: new URLSearchParams(body),
});

/** The authorization server's responses to clients. */
const OAUTH: Case[] = [
  ["no client", 400, "/oauth/token", () => form({ grant_type: "authorization_code" })],
  ["no such client", 401, "/oauth/token", () => form({ client_id: "x", client_secret: "y" })],
  ["a body that isn't a form", 400, "/oauth/token", () => post("{}")],
  ["no access token", 401, "/oauth/userinfo"],
  [
    "an invalid access token",
    401,
    "/oauth/userinfo",
    () => ({ headers: { Authorization: "Bearer x" } }),
  ],
];

const OTHERS: Case[] = [
  ["an authorization request without parameters", 400, "/oauth/auth"],
  ["an unknown interaction", 400, "/oauth/auth/x"],
  ["an unknown link", 200, "/oauth/link/x"],
  ["an unknown consent page", 200, "/oauth/consent/x"],
  ["an unknown return to the bank", 200, "/oauth/consent/x/back"],
  [
    "a decision from another site",
    403,
    "/oauth/consent/x/submit",
    () => ({ method: "POST", headers: { Origin: "https://evil.example" } }),
  ],
  ["the flow with an invalid token", 401, "/embed/session?token=x"],
  ["a page", 200, "/"],
  ["a page of the portal", 200, "/home", () => ({ headers: { Cookie: demo.cookie } })],
  ["the redirect to the sign-in", 307, "/home"],
  ["an unknown page", 404, "/nowhere"],
  ["an unknown page among handlers", 404, "/api/nothing"],
  ["an unknown page below the API's paths", 404, "/.well-known/nothing"],
  ["an unknown page below the authorization server's", 404, "/oauth/jwks/nothing"],
  ["the API's path in capitals", 404, "/V1/schools"],
  ["a form posted to a file", 405, "/unavailable.html", () => ({ method: "POST" })],
  ["the internal error page", 404, "/_global-error"],
  ["where forms are sent on to", 404, "/forms"],
  ["a method that pages don't support", 405, "/", () => ({ method: "PUT" })],
  [
    "a form from another site",
    403,
    "/signin/submit",
    () => ({ method: "POST", headers: { Origin: "https://evil.example" } }),
  ],
  [
    "a form that is too large",
    400,
    "/signin/submit",
    () => ({ method: "POST", headers: FORM, body: "x".repeat(20_000) }),
  ],
  ["next-auth's endpoints, which aren't served", 404, "/api/auth/session"],
  ["Inngest's endpoint", 404, "/api/inngest"],
  ["a stylesheet", 200, "/plain-page.css"],
  ["an image", 200, "/monograms/ohio-state.svg"],
  ["the schools' tiles", 200, "/monograms/tiles.svg"],
  ["an unknown image", 404, "/monograms/nobody.svg"],
  ["an unknown mark", 404, "/monograms/mark/nobody"],
  ["an unknown built file", 404, "/_next/static/nothing.js"],
  ["the disabled image optimizer", 404, "/_next/image?url=%2Ficon.svg&w=64&q=75"],
  ["the service worker", 200, "/sw.js"],
  ["a statement", 200, "/statements/2026", () => ({ headers: { Cookie: demo.cookie } })],
  ["a statement without a session", 307, "/statements/2026"],
  [
    "an unknown receipt",
    404,
    "/donations/01989a60-1f2e-7c11-8d3a-0c5b6f7a8e91/receipt/pdf",
    () => ({ headers: { Cookie: demo.cookie } }),
  ],
];

/** Public documents that any site may read. */
const OPEN: Case[] = [
  ["the script for banks' pages", 200, "/embed-host.js"],
  ["the OpenAPI document", 200, "/openapi.json"],
  ["the authorization server's metadata", 200, "/.well-known/openid-configuration"],
  ["the same for OAuth", 200, "/.well-known/oauth-authorization-server"],
  ["the keys for ID tokens", 200, "/oauth/jwks"],
];

async function requestFromOtherSite(path: string, init: RequestInit): Promise<Response> {
  const headers = { Origin: "https://evil.example", ...(init.headers as Record<string, string>) };
  const answer = await fetch(app.base + path, { ...init, headers, redirect: "manual" });
  await answer.arrayBuffer();
  return answer;
}

async function headersOf([name, status, path, init]: Case): Promise<Headers> {
  const answer = await requestFromOtherSite(path, init?.() ?? {});
  expect(answer.status, name).toBe(status);
  return answer.headers;
}

function expectStrict(headers: Headers): void {
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'/);
  expect(headers.get("referrer-policy")).toMatch(/^(same-origin|no-referrer)$/);
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
  for (const name of ["server", "x-powered-by", "x-aspnet-version", "via"]) {
    expect(headers.get(name), name).toBeNull();
  }
}

function expectClosed(headers: Headers): void {
  for (const [name] of headers) expect(name).not.toMatch(/^access-control-/);
}

describe("a sandbox that others can reach", () =>
  bindAddressTests(app, { others: true, loopback: 422 }));

describe("the API", () => {
  it.each(API)("is strict: %s (%i at %s)", async (...given) => {
    const headers = await headersOf(given);
    expectStrict(headers);
    expectClosed(headers);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("x-request-id")).toBeTruthy();
  });
});

describe("the authorization server", () => {
  it.each(OAUTH)("is strict: %s (%i at %s)", async (...given) => {
    const headers = await headersOf(given);
    expectStrict(headers);
    expectClosed(headers);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("x-request-id")).toBeTruthy();
    expect(headers.getSetCookie()).toEqual([]);
  });
});

describe("everything else", () => {
  it.each(OTHERS)("is strict: %s (%i at %s)", async (...given) => {
    const headers = await headersOf(given);
    expectStrict(headers);
    expectClosed(headers);
    if (given[3] && given[1] === 200) expect(headers.get("cache-control")).toContain("no-store");
  });

  it.each(OPEN)("is open to other sites only if it is public: %s", async (...given) => {
    const headers = await headersOf(given);
    expectStrict(headers);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });
});

describe("every address", () => {
  const addresses = new Set([
    ...operations.map(({ address }) => address),
    ...[...plainRoutes, ...nextTemplates].map(addressOf),
  ]);

  it.each([...addresses])("is strict, regardless of the response: %s", async (address) => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const { headers } = await requestFromOtherSite(address, { method });
      expectStrict(headers);
      if (!OPEN.some(([, , path]) => path === address)) expectClosed(headers);
    }
  });
});

describe("a web page whose name resolves to this machine", () => {
  const HEALTH = ["/healthz", "/readyz"];
  const templates = [
    ...plainRoutes,
    ...nextTemplates,
    "/monograms/[file]",
    "/monograms/mark/[school_id]",
    "/sandbox/emails/[id]",
  ];
  const paths = [...operations.map(({ address }) => address), ...templates.map(addressOf)];

  it.each([...new Set(paths)])("gets no data: %s", async (path) => {
    for (const method of ["GET", "POST"]) {
      const lines = ["Host: evil.example", "Content-Length: 0", `Cookie: ${demo.cookie}`];
      const { status, body } = await exchange(app.port, headOf(method, path, lines));
      if (HEALTH.includes(path)) expect(status).toBe(method === "GET" ? 200 : 405);
      else expect([status, JSON.parse(body).error.code]).toEqual([400, "BAD_REQUEST"]);
    }
  });

  it("gets data under every allowed host name", async () => {
    for (const host of [
      "localhost",
      "127.0.0.1:1",
      "[::1]:3000",
      "points.example",
      "BOX.internal",
    ]) {
      const answer = await exchange(app.port, headOf("GET", "/openapi.json", [`Host: ${host}`]));
      expect(answer.status, host).toBe(200);
    }
  });
});

it("a URL with an extra slash is redirected by Next.js, without a page", async () => {
  const answer = await fetch(`${app.base}/docs/`, { redirect: "manual" });
  expect([answer.status, await answer.text()]).toEqual([308, "/docs"]);
  expect(answer.headers.get("strict-transport-security")).toBeTruthy();
});

it("documents have a separate policy", async () => {
  const policyAt = async (path: string) => {
    const answer = await fetch(app.base + path, { headers: { Cookie: demo.cookie } });
    expect(answer.status, path).toBe(200);
    return answer.headers.get("content-security-policy");
  };
  expect(await policyAt("/monograms/ohio-state.svg")).toMatch(/^default-src 'none'; .*; sandbox$/);
  expect(await policyAt("/statements/2026")).toMatch(/^default-src 'none'; .*; object-src 'self'/);
  expect(await policyAt("/plain-page.css")).toMatch(/^default-src 'none'; script-src 'nonce-/);
});

describe("cookies", () => {
  it("are inaccessible to scripts, other sites, and http, by their prefixes as well", async () => {
    const { email, password } = demo;
    const signedIn = await signIn(email, password);
    const out = await fetch(`${app.base}/signout`, {
      method: "POST",
      headers: { ...FORM, Cookie: demo.cookie },
      redirect: "manual",
    });
    const cookies = [signedIn, out].flatMap(({ headers }) => headers.getSetCookie());
    expect(cookies.some((cookie) => cookie.startsWith("__Host-points-session="))).toBe(true);
    expect(cookies.some((cookie) => cookie.startsWith("__Host-signed-out="))).toBe(true);
    expect(cookies.some((cookie) => cookie.startsWith("__Host-known-device="))).toBe(true);
    for (const cookie of cookies) {
      const name = cookie.split("=")[0];
      expect.soft(cookie, name).toMatch(/^__(Host|Secure)-/);
      expect.soft(cookie, name).toMatch(/; *HttpOnly/i);
      expect.soft(cookie, name).toMatch(/; *Secure/i);
      expect.soft(cookie, name).toMatch(/; *SameSite=(Lax|Strict)/i);
      expect.soft(cookie, name).not.toMatch(/; *Domain=/i);
    }
  });
});

describe("unusual headers", () => unusualHeaderTests(app, false));

describe("a request with conflicting lengths", () => {
  const send = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(app.port, "127.0.0.1", () => socket.write(bytes));
      let text = "";
      socket.setTimeout(300_000, () => socket.destroy(new Error("no response")));
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("error", reject);
      socket.on("close", () => resolve(text));
    });
  const smuggled = "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

  it.each([
    ["length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"],
    ["two lengths", "Content-Length: 5\r\nContent-Length: 90\r\n"],
    ["chunked with another coding", "Transfer-Encoding: chunked, identity\r\n"],
    ["an unknown transfer coding", "Transfer-Encoding: xchunked\r\n"],
    ["a length with a sign", "Content-Length: +5\r\n"],
    ["a name with a space", "Content-Length : 5\r\n"],
  ])("is rejected, and nothing after it gets a response: %s", async (_name, headers) => {
    const text = await send(
      `POST /v1/accounts/link HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n${smuggled}`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it("is cut off at the limit, even without a declared length", async () => {
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    const head =
      "POST /v1/donations/request HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" +
      `X-Service-API-Key: ${app.demoKey}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await send(`${head}${chunk.repeat(40)}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
  });
});
