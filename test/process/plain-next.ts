/** The application under `next start`, without our server: it answers the same. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { app } from "./default-service.ts";
import { NextStart } from "./next-start.ts";

let next: NextStart;

beforeAll(async () => {
  next = new NextStart({
    ...app.sharedSettings(),
    PUBLIC_BASE_URL: `http://localhost:${app.port}`,
    // Never there: what is accepted here is moved by the other process.
    INNGEST_BASE_URL: "http://127.0.0.1:1",
    ...{ INNGEST_EVENT_KEY: "0".repeat(64), INNGEST_SIGNING_KEY: "0".repeat(64) },
  });
  await next.start();
});

afterAll(() => next.remove());

const json = { "Content-Type": "application/json" };
const donation = (reference: string) => ({
  bank_transaction_ref: reference,
  dollar_amount: 25,
  school_id: "ohio-state",
  fund_designation: "annual-fund",
});
const person = (user: string) => ({
  bank_user_id: user,
  display_name: "Pat",
  email: "pat@example.com",
  loyalty_program_id: "gold-rewards",
});

/** Each operation with a good request, a wrong one, and no key. `way` keeps their references apart. */
const requests: [string, string, (way: string) => RequestInit & { key?: false }][] = [
  ["link", "/v1/accounts/link", (way) => ({ method: "POST", body: JSON.stringify(person(way)) })],
  ["wrong link", "/v1/accounts/link", () => ({ method: "POST", body: "{}" })],
  [
    "donate",
    "/v1/donations/request",
    (way) => ({ method: "POST", body: JSON.stringify(donation(way)) }),
  ],
  ["wrong donation", "/v1/donations/request", () => ({ method: "POST", body: "[" })],
  [
    "wrong type",
    "/v1/donations/request",
    () => ({ method: "POST", body: "x", headers: { "Content-Type": "text/plain" } }),
  ],
  [
    "too large",
    "/v1/donations/request",
    () => ({ method: "POST", body: `"${"x".repeat(70_000)}"` }),
  ],
  ["no key", "/v1/donations/request", () => ({ method: "POST", body: "{}", key: false })],
  ["donation", "/v1/donations/0d000000-0000-7000-8000-000000000009", () => ({})],
  ["no uuid", "/v1/donations/no-uuid", () => ({})],
  ["schools", "/v1/schools?search=state&limit=3", () => ({})],
  ["wrong query", "/v1/schools?limit=0&active=x", () => ({})],
  ["school", "/v1/schools/ohio-state", () => ({})],
  ["no school", "/v1/schools/a%20b", () => ({})],
  ["health", "/healthz", () => ({})],
  ["embedded flow", "/embed/session?token=x", () => ({})],
];

/** What has to be the same; ids and times of what was just made are not. */
async function ask(base: string, address: string, init: RequestInit & { key?: false }) {
  const { key, ...rest } = init;
  const own = {
    "X-Request-Id": "both-ways",
    ...(key === false ? {} : { "X-Service-API-Key": app.demoKey }),
  };
  const response = await fetch(base + address, {
    ...rest,
    headers: { ...json, ...own, ...rest.headers },
  });
  const text = (await response.text())
    .replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"ID"')
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"')
    .replace(/front|next/g, "WAY");
  const headers = ["content-type", "cache-control", "x-request-id", "x-content-type-options"];
  return {
    status: response.status,
    text,
    headers: headers.map((name) => response.headers.get(name)),
  };
}

it.each(requests)(
  "answers the same through the front door and through Next.js: %s",
  async (_, address, init) => {
    const front = await ask(app.base, address, init("front"));
    expect(await ask(next.base, address, init("next"))).toEqual(front);
  },
);
