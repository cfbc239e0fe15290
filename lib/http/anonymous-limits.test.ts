import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "#test/api.ts";
import { makeBank, system } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { makePerson } from "#test/sign-in.ts";
import { revokeApiKey } from "../auth/api-keys.ts";
import { signAccessToken } from "../auth/tokens/access-tokens.ts";
import { pool } from "../database/pool.ts";
import { rereadEnv } from "../env.ts";
import { RateLimiter } from "./rate-limit.ts";

/** 5 a second: 10 in a window of two seconds. */
const LIMIT = { RATE_LIMIT_PER_NETWORK: "5", RATE_LIMIT_PER_CARDHOLDER: "5" };

function set(values: Record<string, string>): void {
  Object.assign(process.env, values);
  rereadEnv();
}
beforeEach(() => {
  set(LIMIT);
  // Stops the clock, so that a slow machine does not end the windows.
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
  set({ RATE_LIMIT_PER_NETWORK: "0", RATE_LIMIT_PER_CARDHOLDER: "0" });
});

let nextNetwork = 0;
const someNetwork = () => {
  nextNetwork += 1;
  return `198.51.100.${nextNetwork}`;
};
const from = (address: string) => ({ address });
const statusesOf = async (count: number, ask: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await ask()).status);
  return statuses;
};
const listSchools = operation("listSchools");
const wrongKey = () =>
  `svc_test_${"0".repeat(16)}:${randomUUID().replaceAll("-", "").padEnd(43, "x")}`;

it("a stranger with wrong keys is refused before the database is asked; a bank of that network is not", async () => {
  const network = someNetwork();
  const { key } = await makeBank();
  const asBank = () => call(listSchools, { key, ...from(network) });
  // It has shown its key before.
  expect((await asBank()).status).toBe(200);
  const statuses = await statusesOf(12, () =>
    call(listSchools, { key: wrongKey(), ...from(network) }),
  );
  expect(statuses).toEqual([...Array(9).fill(401), ...Array(3).fill(429)]);
  expect((await asBank()).status).toBe(200);
  expect((await call(listSchools, { key: wrongKey(), ...from(someNetwork()) })).status).toBe(401);
});

it("says where a client stands whose key was valid until now", async () => {
  const network = someNetwork();
  const { key, keyId } = await makeBank();
  expect((await call(listSchools, { key, ...from(network) })).status).toBe(200);
  await revokeApiKey(system, keyId);
  for (const remaining of [8, 7]) {
    const { status, headers } = await call(listSchools, { key, ...from(network) });
    expect([status, headers.get("ratelimit")]).toEqual([401, `"network";r=${remaining};t=2`]);
  }
});

it("says where a stranger stands, on refusals of the key as well", async () => {
  const network = someNetwork();
  const { headers } = await call(listSchools, { key: wrongKey(), ...from(network) });
  expect(headers.get("ratelimit-policy")).toBe('"network";q=10;w=2');
  expect(headers.get("ratelimit")).toMatch(/^"network";r=9;t=2$/);
  vi.advanceTimersByTime(1_500);
  const later = await call(listSchools, { key: wrongKey(), ...from(network) });
  expect(later.headers.get("ratelimit")).toBe('"network";r=8;t=1');
});

it("counts one IPv6 network together, whatever address of it is used", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    const address = from(`2001:db8:1:2::${n.toString(16)}`);
    statuses.push((await call(operation("refreshTokens"), { body: {}, ...address })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
});

it("counts the /64s of one /48 together, with more room, and no neighbor pays for what was refused", async () => {
  const ask = async (address: string) =>
    (await call(operation("refreshTokens"), { body: {}, ...from(address) })).status;
  const statuses: number[] = [];
  for (let n = 0; n < 44; n++) statuses.push(await ask(`2001:db8:7:${(n * 256).toString(16)}::1`));
  expect(statuses).toEqual([...Array(40).fill(422), ...Array(4).fill(429)]);
  const flood: number[] = [];
  for (let n = 0; n < 60; n++) flood.push(await ask("2001:db8:8:1::1"));
  expect(flood.filter((status) => status === 422)).toHaveLength(10);
  expect(await ask("2001:db8:8:2::1")).toBe(422);
});

it("new tokens of the same cardholder share one limit, and nobody else's", async () => {
  const { scope } = await makePerson();
  const other = await makePerson();
  const getProfile = operation("getProfile");
  const ask = async (who: typeof scope) =>
    call(getProfile, { token: await signAccessToken(who), ...from(someNetwork()) });
  const first = await ask(scope);
  expect(first.headers.get("ratelimit-policy")).toBe('"cardholder";q=10;w=2');
  const statuses = await statusesOf(11, () => ask(scope));
  expect(statuses).toEqual([...Array(9).fill(200), 429, 429]);
  expect((await ask(other.scope)).status).toBe(200);
});

it("tells other processes of a network only once it sends much, and never its address", async () => {
  const policy = { name: "net", points: 40, seconds: 2, sharedFromPart: 1 / 4, hashed: true };
  const limiter = new RateLimiter(policy);
  const other = new RateLimiter(policy);
  const [quiet, loud] = [randomUUID(), randomUUID()];
  const rows = async () =>
    (await pool().query("select key from rate_window where key like 'net:%'")).rows.map(
      ({ key }) => key as string,
    );
  const before = (await rows()).length;
  for (let n = 0; n < 9; n++) limiter.admit(quiet);
  for (let n = 0; n < 40; n++) limiter.admit(loud);
  const after = async () => {
    const told = await rows();
    return told.length === before + 1 ? told : undefined;
  };
  const told = await expect.poll(after).toBeTruthy().then(after);
  expect(told?.join()).not.toContain(loud);
  // The other hears of all 40 with what it tells itself.
  await expect
    .poll(() => Number(/r=(\d+)/.exec(other.admit(loud).fields.RateLimit ?? "")?.[1]))
    .toBe(0);
});
