import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "#test/api.ts";
import { makeBank, system } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { makePerson } from "#test/sign-in.ts";
import { signAccessToken } from "../auth/tokens/access-tokens.ts";
import { pool } from "../database/pool.ts";
import { rereadEnv } from "../env.ts";
import { revokeApiKey } from "../staff/api-keys.ts";
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
const newNetwork = () => {
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

it("wrong keys are rejected before the database is queried, without affecting a bank on that network", async () => {
  const network = newNetwork();
  const { key } = await makeBank();
  const asBank = () => call(listSchools, { key, ...from(network) });
  // From now on, its key is known to be valid.
  expect((await asBank()).status).toBe(200);
  const statuses = await statusesOf(12, () =>
    call(listSchools, { key: wrongKey(), ...from(network) }),
  );
  expect(statuses).toEqual([...Array(9).fill(401), ...Array(3).fill(429)]);
  expect((await asBank()).status).toBe(200);
  expect((await call(listSchools, { key: wrongKey(), ...from(newNetwork()) })).status).toBe(401);
});

it("reports the network's limit to a client whose key was just revoked", async () => {
  const network = newNetwork();
  const { key, keyId } = await makeBank();
  expect((await call(listSchools, { key, ...from(network) })).status).toBe(200);
  await revokeApiKey(system, keyId);
  for (const remaining of [8, 7]) {
    const { status, headers } = await call(listSchools, { key, ...from(network) });
    expect([status, headers.get("ratelimit")]).toEqual([401, `"network";r=${remaining};t=2`]);
  }
});

it("reports the network's limit without a valid key, on a 401 as well", async () => {
  const network = newNetwork();
  const { headers } = await call(listSchools, { key: wrongKey(), ...from(network) });
  expect(headers.get("ratelimit-policy")).toBe('"network";q=10;w=2');
  expect(headers.get("ratelimit")).toMatch(/^"network";r=9;t=2$/);
  vi.advanceTimersByTime(1_500);
  const later = await call(listSchools, { key: wrongKey(), ...from(network) });
  expect(later.headers.get("ratelimit")).toBe('"network";r=8;t=1');
});

it("counts all addresses of an IPv6 /64 together", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    const address = from(`2001:db8:1:2::${n.toString(16)}`);
    statuses.push((await call(operation("refreshTokens"), { body: {}, ...address })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
});

it("counts the /64s of a /48 together, with a higher limit, and rejected requests don't count against neighbors", async () => {
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

it("all tokens of a cardholder share one limit, separate from other cardholders'", async () => {
  const { scope } = await makePerson();
  const other = await makePerson();
  const getProfile = operation("getProfile");
  const ask = async (who: typeof scope) =>
    call(getProfile, { token: await signAccessToken(who), ...from(newNetwork()) });
  const first = await ask(scope);
  expect(first.headers.get("ratelimit-policy")).toBe('"cardholder";q=10;w=2');
  const statuses = await statusesOf(11, () => ask(scope));
  expect(statuses).toEqual([...Array(9).fill(200), 429, 429]);
  expect((await ask(other.scope)).status).toBe(200);
});

it("shares a network's count with other processes only once it is busy, and never its address", async () => {
  const policy = { name: "net", points: 40, seconds: 2, shareFromFraction: 1 / 4, hashed: true };
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
    const keys = await rows();
    return keys.length === before + 1 ? keys : undefined;
  };
  const shared = await expect.poll(after).toBeTruthy().then(after);
  expect(shared?.join()).not.toContain(loud);
  // The other process learns of all 40 when it shares its own count.
  await expect
    .poll(() => Number(/r=(\d+)/.exec(other.admit(loud).fields.RateLimit ?? "")?.[1]))
    .toBe(0);
});
