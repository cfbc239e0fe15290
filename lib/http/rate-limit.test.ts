import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call, type Operation } from "#test/api.ts";
import { makeBank } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { issueApiKey } from "../auth/api-keys.ts";
import { systemScope } from "../auth/scopes.ts";
import { db, transaction } from "../db.ts";
import { rereadEnv } from "../env.ts";
import { bankEndpoint } from "./bank.ts";
import { RateLimiter } from "./rate-limit.ts";

const listSchools = operation("listSchools");
const linkAccount = operation("linkAccount");

/** 5 a second: 10 in a window of two seconds. */
beforeEach(() => setLimit(5));
afterEach(() => setLimit(0));

function setLimit(perSecond: number): void {
  process.env.RATE_LIMIT_PER_KEY = String(perSecond);
  rereadEnv();
}

const list = (key: string | null) => call(listSchools, { key });
const burst = (key: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => list(key)));
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

describe("the fields of an answer", () => {
  it("tell the limit, what is left of it, and until when", async () => {
    const { key } = await makeBank();
    const first = await list(key);
    expect(first.headers.get("ratelimit-policy")).toBe('"key";q=10;w=2');
    expect(first.headers.get("ratelimit")).toBe('"key";r=9;t=2');
    const second = await list(key);
    expect(second.headers.get("ratelimit")).toMatch(/^"key";r=8;t=[12]$/);
    expect(second.headers.get("retry-after")).toBeNull();
  });

  it("are there on 404, 415, 422 and 500 as well", async () => {
    const { key } = await makeBank();
    const failing: Operation = {
      contract: listSchools.contract,
      handler: bankEndpoint(listSchools.contract, async () => {
        throw new Error("a fault of ours");
      }),
    };
    const answers = [
      await call(operation("getDonation"), { key, params: { donation_id: randomUUID() } }),
      await call(linkAccount, {
        key,
        rawBody: "x",
        headers: { "Content-Type": "text/x" },
      }),
      await call(linkAccount, { key, body: {} }),
      await call(failing, { key }),
    ];
    expect(statuses(answers)).toEqual([404, 415, 422, 500]);
    for (const [index, { headers }] of answers.entries()) {
      expect(headers.get("ratelimit-policy")).toBe('"key";q=10;w=2');
      expect(headers.get("ratelimit")).toMatch(new RegExp(`^"key";r=${9 - index};t=[12]$`));
    }
  });

  it("are not there for somebody without a valid key", async () => {
    for (const key of [null, "svc_test_unknown"]) {
      const { status, headers } = await list(key);
      expect(status).toBe(401);
      expect(headers.has("ratelimit")).toBe(false);
      expect(headers.has("ratelimit-policy")).toBe(false);
    }
  });
});

describe("a key that sends too much", () => {
  it("gets 429 from the first request beyond a burst until its window ends", async () => {
    const { key } = await makeBank();
    const answers = await burst(key, 13);
    expect(statuses(answers)).toEqual([...Array(10).fill(200), ...Array(3).fill(429)]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.error.code).toBe("RATE_LIMITED");
    expect(refused?.headers.get("ratelimit")).toMatch(/^"key";r=0;t=[12]$/);
    const seconds = refused?.headers.get("retry-after");
    expect(seconds).toMatch(/^[12]$/);
    await wait(Number(seconds) * 1_000);
    const after = await list(key);
    expect(after.status).toBe(200);
    expect(after.headers.get("ratelimit")).toBe('"key";r=9;t=2');
  });

  it("disturbs no other key, not even of the same bank", async () => {
    const bank = await makeBank();
    const other = await issueApiKey(systemScope("test"), bank.bankId);
    await burst(bank.key, 11);
    expect((await list(bank.key)).status).toBe(429);
    expect((await list(other.apiKey)).headers.get("ratelimit")).toBe('"key";r=9;t=2');
  });

  it("hears so before its body is looked at, and nothing is written", async () => {
    const { key, bankId } = await makeBank();
    await burst(key, 10);
    const wrong = await Promise.all([
      call(linkAccount, { key, rawBody: "x", headers: { "Content-Type": "text/x" } }),
      call(linkAccount, { key, body: {} }),
      call(operation("requestDonation"), { key, rawBody: "{" }),
      call(linkAccount, {
        key,
        body: {
          bank_user_id: "user",
          display_name: "Pat Sample",
          email: "pat@example.com",
          loyalty_program_id: "gold",
        },
      }),
    ]);
    expect(statuses(wrong)).toEqual([429, 429, 429, 429]);
    expect(await db().account.count({ where: { bankId } })).toBe(0);
  });

  it("may, where no limit is set", async () => {
    setLimit(0);
    const { key } = await makeBank();
    const answers = await burst(key, 30);
    expect(statuses(answers)).toEqual(Array(30).fill(200));
    for (const { headers } of answers) {
      expect(headers.has("ratelimit")).toBe(false);
      expect(headers.has("ratelimit-policy")).toBe(false);
    }
  });
});

/** Two limiters stand for two processes. */
describe("processes that share a limit", () => {
  const policy = { name: "shared", points: 40, seconds: 2 };
  let one: RateLimiter;
  let other: RateLimiter;
  beforeEach(() => {
    one = new RateLimiter(policy);
    other = new RateLimiter(policy);
  });

  const admit = async (limiter: RateLimiter, key: string, count: number) => {
    let admitted = 0;
    for (let n = 0; n < count; n++) if (!(await limiter.admit(key)).refusal) admitted++;
    return admitted;
  };
  const remaining = async (limiter: RateLimiter, key: string) =>
    Number(/r=(\d+)/.exec((await limiter.admit(key)).fields.RateLimit ?? "")?.[1]);

  it("know of one another's requests a moment later", async () => {
    const key = randomUUID();
    await admit(one, key, 3);
    await wait(500);
    await admit(other, key, 2);
    await wait(500);
    expect(await remaining(other, key)).toBe(34);
    expect(await remaining(one, key)).toBe(36);
    await wait(500);
    // By itself it would say 35. The other's latest request may still be on its way.
    expect(await remaining(one, key)).toBeLessThanOrEqual(33);
  });

  it("do not wait for that moment where much is used at once", async () => {
    const key = randomUUID();
    expect(await admit(one, key, 100)).toBe(40);
    await wait(100);
    // It has to ask once before it can know.
    expect(await admit(other, key, 10)).toBe(10);
    await wait(100);
    expect(await admit(other, key, 10)).toBe(0);
  });

  it("begin the next window together, with all of it", async () => {
    const key = randomUUID();
    await admit(one, key, 40);
    await wait(300);
    await admit(other, key, 10);
    await wait(300);
    expect(await admit(other, key, 1)).toBe(0);
    await wait(1_500);
    expect(await remaining(other, key)).toBe(39);
    expect(await remaining(one, key)).toBe(39);
  });

  it("count each for itself while the database does not answer, and share again after", async () => {
    const key = randomUUID();
    await transaction(async (tx) => {
      await tx.query("lock table rate_window in access exclusive mode");
      const startedAt = performance.now();
      expect(await admit(one, key, 100)).toBe(40);
      expect(await admit(other, key, 100)).toBe(40);
      expect(performance.now() - startedAt).toBeLessThan(250);
      // Longer than a statement may take, so that telling fails, and longer than the window.
      await wait(2_500);
    });
    // What was given up still happens now, in the window that is over.
    await wait(500);
    await admit(one, key, 5);
    await wait(500);
    await admit(other, key, 3);
    await wait(500);
    expect(await remaining(other, key)).toBe(31);
  });

  it("tell nobody anything while nothing comes in", async () => {
    const key = randomUUID();
    await admit(one, key, 3);
    await wait(600);
    const row = () =>
      db().$queryRaw`select xmin::text, points from rate_window where key = ${`shared:${key}`}`;
    const before = await row();
    expect(before).toMatchObject([{ points: 3 }]);
    await wait(600);
    expect(await row()).toEqual(before);
  });
});
