import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call, type Operation, send } from "#test/api.ts";
import { donationBody, donationRequestOf, makeBank, makeSchool, system } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { db } from "../database/prisma.ts";
import { transaction } from "../database/transaction.ts";
import { requestDonation } from "../donations/accept/mutations.ts";
import { rereadEnv } from "../env.ts";
import { wholeList } from "../pagination/pages.ts";
import { issueApiKey } from "../staff/api-keys.ts";
import { bankEndpoint } from "./bank-endpoint.ts";
import { delayRefusal, RateLimiter } from "./rate-limit.ts";

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

describe("the headers of a response", () => {
  it("state the limit, the requests remaining, and the time until the window ends", async () => {
    const { key } = await makeBank();
    const first = await list(key);
    expect(first.headers.get("ratelimit-policy")).toBe('"key";q=10;w=2');
    expect(first.headers.get("ratelimit")).toBe('"key";r=9;t=2');
    const second = await list(key);
    expect(second.headers.get("ratelimit")).toMatch(/^"key";r=8;t=[12]$/);
    expect(second.headers.get("retry-after")).toBeNull();
  });

  it("are also on 404, 415, 422, and 500", async () => {
    const { key } = await makeBank();
    const failing: Operation = {
      contract: listSchools.contract,
      handler: bankEndpoint(listSchools.contract, async () => {
        throw new Error("an internal error");
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

  it("are absent without a valid key", async () => {
    for (const key of [null, "svc_test_unknown"]) {
      const { status, headers } = await list(key);
      expect(status).toBe(401);
      expect(headers.has("ratelimit")).toBe(false);
      expect(headers.has("ratelimit-policy")).toBe(false);
    }
  });
});

describe("a large response", () => {
  const remainingOf = async (key: string) =>
    Number(/r=(\d+)/.exec((await list(key)).headers.get("ratelimit") ?? "")?.[1]);

  /** An operation that responds with this many bytes, as a file or as a stream. */
  const sending = (bytes: number, as: "file" | "stream"): Operation => {
    const whole = () => new Uint8Array(bytes);
    const parts = () => new Blob([whole()]).stream() as ReadableStream<Uint8Array>;
    const make = async () => ({ body: as === "file" ? whole() : parts(), fileName: "x.csv" });
    const handler = bankEndpoint(listSchools.contract, async () => wholeList([]), {
      "text/csv": make,
    });
    return { contract: listSchools.contract, handler };
  };

  /** How many requests a call costs. Poll it, since the window may end in between. */
  const cost = async (key: string, ask: () => Promise<unknown>) => {
    const before = await remainingOf(key);
    await ask();
    return before - (await remainingOf(key));
  };

  it.each(["file", "stream"] as const)("counts as several requests: a %s", async (as) => {
    setLimit(500);
    const { key } = await makeBank();
    const bytes = 256 * 1_024;
    const ask = async () =>
      (await send(sending(bytes, as), { key, headers: { Accept: "text/csv" } })).arrayBuffer();
    expect((await ask()).byteLength).toBe(bytes);
    await expect.poll(() => cost(key, ask)).toBe(5);
  });

  it("counts as several requests: a page", async () => {
    setLimit(500);
    const [{ scope, key }, school] = [await makeBank(), await makeSchool()];
    const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, n) => [n, "x".repeat(500)]));
    for (let n = 0; n < 20; n++) {
      await requestDonation(scope, donationRequestOf(donationBody(school, { metadata })));
    }
    // 20 times 8 KiB: three times 64 KiB.
    await expect.poll(() => cost(key, () => call(operation("listDonations"), { key }))).toBe(4);
  });
});

describe("a key over its limit", () => {
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

  it("doesn't affect other keys, not even of the same bank", async () => {
    const bank = await makeBank();
    const other = await issueApiKey(system, bank.bankId);
    await burst(bank.key, 11);
    expect((await list(bank.key)).status).toBe(429);
    expect((await list(other.apiKey)).headers.get("ratelimit")).toBe('"key";r=9;t=2');
  });

  it("is rejected before its body is read, and writes nothing", async () => {
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

  it("is rejected after a delay, unless too many already wait", async () => {
    let sent = 0;
    const refusals = Array.from({ length: 1_010 }, () => delayRefusal().then(() => sent++));
    // No timer can fire between these turns.
    for (let turn = 0; turn < 5; turn++) await null;
    expect(sent).toBe(10);
    await Promise.all(refusals);
    const last = delayRefusal().then(() => sent++);
    for (let turn = 0; turn < 5; turn++) await null;
    expect(sent).toBe(1_010);
    await last;
  });

  it("is never rejected if limits are off", async () => {
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
  // Long enough that no window ends during a test, however busy the machine is.
  const policy = { name: "shared", points: 40, seconds: 120 };
  const pair = (of = policy) => [new RateLimiter(of), new RateLimiter(of)] as const;

  const admit = async (limiter: RateLimiter, key: string, count: number) => {
    let admitted = 0;
    for (let n = 0; n < count; n++) if (!(await limiter.admit(key)).refusal) admitted++;
    return admitted;
  };
  const remaining = async (limiter: RateLimiter, key: string) =>
    Number(/r=(\d+)/.exec((await limiter.admit(key)).fields.RateLimit ?? "")?.[1]);

  type Row = { xmin: string; points: number };
  const row = async (key: string) =>
    (
      await db().$queryRaw<Row[]>`select xmin::text, points from rate_window
                                  where key = ${`shared:${key}`}`
    )[0];
  /** Waits until this many requests are shared, and the process that shared them has read the total. */
  async function shared(key: string, points: number): Promise<void> {
    await expect.poll(async () => (await row(key))?.points).toBe(points);
    await wait(100);
  }

  it("learn of one another's requests shortly after", async () => {
    const [[one, other], key] = [pair(), randomUUID()];
    await admit(one, key, 3);
    await shared(key, 3);
    await admit(other, key, 2);
    await shared(key, 5);
    expect(await remaining(other, key)).toBe(34);
    expect(await remaining(one, key)).toBe(36);
    await shared(key, 7);
    // On its own, it would report 35. The other's latest request may not be shared yet.
    expect(await remaining(one, key)).toBeLessThanOrEqual(33);
  });

  it("share immediately if much of the limit is used at once", async () => {
    const [[one, other], key] = [pair(), randomUUID()];
    expect(await admit(one, key, 100)).toBe(40);
    await shared(key, 40);
    // It has to share once before it learns the total.
    const first = await admit(other, key, 10);
    expect(first).toBeGreaterThanOrEqual(1);
    await shared(key, 40 + first);
    expect(await admit(other, key, 10)).toBe(0);
  });

  it("start the next window together, with the full limit", async () => {
    const [[one, other], key] = [pair({ ...policy, seconds: 5 }), randomUUID()];
    await admit(one, key, 40);
    await shared(key, 40);
    const first = await admit(other, key, 10);
    await shared(key, 40 + first);
    const { fields, refusal } = await other.admit(key);
    expect(refusal).toBeTruthy();
    await wait(Number(/t=(\d+)/.exec(fields.RateLimit ?? "")?.[1]) * 1_000);
    expect(await remaining(other, key)).toBe(39);
    expect(await remaining(one, key)).toBe(39);
  });

  it("count separately while the database doesn't respond, and share again afterward", async () => {
    process.env.DATABASE_TIMEOUT_MS = "1500";
    rereadEnv();
    const [[one, other], key] = [pair({ ...policy, seconds: 4 }), randomUUID()];
    await transaction(async (tx) => {
      await tx.query("lock table rate_window in access exclusive mode");
      // Both finish although nothing can be shared: neither waits for the database.
      expect(await admit(one, key, 100)).toBe(40);
      expect(await admit(other, key, 100)).toBe(40);
      // Longer than the statement timeout, so that sharing fails, and longer than the window.
      await wait(4_500);
    });
    // A statement that timed out may still take effect now, in the window that has ended.
    await wait(500);
    // All within one window. If the machine was too slow, this retries in the next.
    await vi.waitFor(
      async () => {
        await vi.waitFor(async () => expect(await remaining(one, key)).toBe(39), 300_000);
        expect([await admit(one, key, 4), await admit(other, key, 3)]).toEqual([4, 3]);
        await vi.waitFor(
          async () => expect((await row(key))?.points).toBeGreaterThanOrEqual(8),
          3_000,
        );
        await wait(100);
        expect(await remaining(other, key)).toBeLessThanOrEqual(31);
      },
      { timeout: 600_000, interval: 100 },
    );
  });

  it("write nothing while no requests arrive", async () => {
    const [[one], key] = [pair(), randomUUID()];
    await admit(one, key, 3);
    await shared(key, 3);
    const before = await row(key);
    await wait(600);
    expect(await row(key)).toEqual(before);
  });
});
