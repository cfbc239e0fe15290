/** The same requests get the same responses with and without our server. Differences are listed in docs/deploying.md. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "#installation/project-root.ts";
import { app } from "./default-service.ts";
import { NextStart } from "./next-start.ts";
import { addressOf, nextTemplates, operations, plainRoutes } from "./pages.ts";
import { exchange, head } from "./raw-http.ts";

let next: NextStart;

beforeAll(async () => {
  next = new NextStart({
    ...app.sharedSettings(),
    PUBLIC_BASE_URL: `http://localhost:${app.port}`,
    TRUST_PROXY: "true",
    // Never reachable: gifts accepted here are pushed by the other process.
    INNGEST_BASE_URL: "http://127.0.0.1:1",
    INNGEST_EVENT_KEY: "0".repeat(64),
    INNGEST_SIGNING_KEY: "0".repeat(64),
  });
  await next.start();
});

afterAll(() => next.remove());

const json = { "Content-Type": "application/json" };
const person = (user: string) => ({
  bank_user_id: user,
  display_name: "Pat",
  email: "pat@example.com",
  loyalty_program_id: "gold-rewards",
});
const donation = (reference: string) => ({
  bank_transaction_ref: reference,
  dollar_amount: 25,
  school_id: "ohio-state",
  fund_designation: "annual-fund",
});
const post = (body: unknown, headers: Record<string, string> = json) => ({
  method: "POST",
  body: typeof body === "string" ? body : JSON.stringify(body),
  headers,
});
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const DONATE = "/v1/donations/request";

type Case = [name: string, address: string, (way: string) => RequestInit];

/** `way` distinguishes the references of the two. */
const requests: Case[] = [
  ["link", "/v1/accounts/link", (way) => post(person(way))],
  ["wrong link", "/v1/accounts/link", () => post({})],
  ["donate", DONATE, (way) => post(donation(way))],
  ["wrong donation", DONATE, () => post("[")],
  ["wrong type", DONATE, () => post("x", { "Content-Type": "text/plain" })],
  ["too large", DONATE, () => post(`"${"x".repeat(70_000)}"`)],
  ["an invalid UUID", "/v1/donations/no-uuid", () => ({})],
  ["schools", "/v1/schools?search=state&limit=3", () => ({})],
  ["wrong query", "/v1/schools?limit=0&active=x", () => ({})],
  ["an unknown school", "/v1/schools/a%20b", () => ({})],
  ["an escaped slash", "/v1/schools/a%2Fb", () => ({})],
  ["an unknown path", "/v1/nothing", () => ({})],
  ["the API itself", "/v1", () => ({})],
  ["an unknown path below the flow", "/embed/nothing", () => ({})],
  ["no client credentials", "/oauth/token", () => post("grant_type=authorization_code", FORM)],
  ["an unknown client", "/oauth/token", () => post("client_id=x&client_secret=y", FORM)],
  ["a form that is too large", "/signin/submit", () => post("x".repeat(70_000), FORM)],
  ["a wrong sign-in", "/signin/submit", () => post("email=x&password=y", FORM)],
  ["an unknown page", "/nowhere", () => ({})],
];

/** The readiness of the engine, which differs. */
const DIFFERENT = ["/readyz", "/api/inngest"];
const addresses = [...plainRoutes, ...nextTemplates].map(addressOf);
const everywhere: Case[] = [
  ...operations.map(({ id, method, address }): Case => [id, address, () => ({ method })]),
  ...[...new Set(addresses)]
    .filter((address) => !DIFFERENT.includes(address))
    .flatMap((address) =>
      ["GET", "PUT"].map((method): Case => [method, address, () => ({ method })]),
    ),
];

/** Headers that clients and browsers act on. */
const HEADERS = [
  "allow",
  "cache-control",
  "content-security-policy",
  "content-type",
  "location",
  "ratelimit-policy",
  "referrer-policy",
  "retry-after",
  "www-authenticate",
  "x-content-type-options",
  "x-request-id",
  "access-control-allow-origin",
];

/** The comparable parts, without IDs, times, nonces, and tokens. */
const mask = (text: string | null) =>
  text
    ?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/\beyJ[\w.-]+/g, "TOKEN")
    .replace(/"(server|next)"/g, '"WAY"')
    .replaceAll(next.base, app.base) ?? null;

async function ask(base: string, address: string, init: RequestInit, withKey: boolean) {
  const key: Record<string, string> = withKey ? { "X-Service-API-Key": app.demoKey } : {};
  const own = { "X-Request-Id": "both-ways", ...key };
  const headers = { ...own, ...(init.headers as Record<string, string>) };
  const answer = await fetch(base + address, { redirect: "manual", ...init, headers });
  const text = await answer.text();
  const isPage = answer.headers.get("content-type")?.startsWith("text/html");
  return {
    status: answer.status,
    // Pages differ in the files that they reference.
    body: isPage ? "a page" : mask(text),
    headers: Object.fromEntries(HEADERS.map((name) => [name, mask(answer.headers.get(name))])),
  };
}

it.each(requests)("the same response with a key: %s", async (_, address, init) => {
  const server = await ask(app.base, address, init("server"), true);
  expect(await ask(next.base, address, init("next"), true)).toEqual(server);
});

it.each(everywhere)("the same response for a stranger: %s %s", async (_, address, init) => {
  const server = await ask(app.base, address, init("server"), false);
  expect(await ask(next.base, address, init("next"), false)).toEqual(server);
});

describe("the differences that docs/deploying.md lists", () => {
  const text = readFileSync(path.join(projectRoot, "docs", "deploying.md"), "utf8");
  const rows = [...text.matchAll(/^\| `([A-Z]+) (\/\S*)` \| (\d+) \| (\d+) \|$/gm)];
  const listed = rows.map(([, method = "", target = "", server, plain]) => ({
    method,
    target,
    server: Number(server),
    plain: Number(plain),
  }));

  it("are found in the document", () => expect(listed.length).toBeGreaterThan(3));

  it.each(listed)("$method $target", async ({ method, target, server, plain }) => {
    const request = head(method, target, "Connection: close");
    expect((await exchange(app.port, request)).status).toBe(server);
    expect((await exchange(next.port, request)).status).toBe(plain);
  });
});
