import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { revokeServiceKey } from "#lib/staff/service-keys.ts";
import { makeBank, system } from "#test/factories.ts";
import { makeMember, makeSchoolTenant, makeServiceKey } from "#test/staff.ts";
import { bankScopeOf } from "./auth/api-keys.ts";
import type { SchoolScope } from "./auth/scopes.ts";
import { authenticateServiceKey } from "./auth/service-keys.ts";
import { endSession } from "./auth/sessions.ts";
import { FILES_PER_OWNER, type Reader, streamCsv, tableOf } from "./csv.ts";
import { revokeApiKey } from "./staff/api-keys.ts";

afterEach(() => vi.useRealTimers());

async function makeReader(): Promise<Reader> {
  const { scope } = await makeMember(await makeSchoolTenant(), "processor");
  return { scope, action: "gifts.export" };
}

const TABLE = tableOf<number>({ n: String });

/** A file of so many batches, and how many were read. */
function file(reader: Reader, count: number, read: () => Promise<void> | void = () => {}) {
  const counts = { batches: 0, isClosed: false };
  async function* rows() {
    try {
      for (let n = 0; n < count; n++) {
        counts.batches++;
        await read();
        yield [n];
      }
    } finally {
      counts.isClosed = true;
    }
  }
  return { counts, open: () => streamCsv(reader, TABLE, rows(), { bom: true }) };
}

const textOf = async (body: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(body).arrayBuffer()).toString();
const BROKEN = "the rest of this file couldn't be read";

it("has a header, then the rows of every batch, which are read as the reader reads", async () => {
  const { counts, open } = file(await makeReader(), 3);
  const body = await open();
  expect(counts.batches).toBe(1);
  const chunks = body.getReader();
  const next = async () => Buffer.from((await chunks.read()).value ?? []).toString();
  expect(await next()).toBe("\ufeffn\r\n0\r\n");
  await wait(5);
  expect(counts.batches).toBe(1);
  expect([await next(), await next(), await next()]).toEqual(["1\r\n", "2\r\n", ""]);
  expect(counts.isClosed).toBe(true);
});

it("without rows, is a header", async () => {
  expect(await textOf(await file(await makeReader(), 0).open())).toBe("\ufeffn\r\n");
});

describe("files in progress", () => {
  it("are a few for each owner: another waits a moment for one to end, and is refused", async () => {
    const [reader, other] = [await makeReader(), await makeReader()];
    const open = [];
    for (let n = 0; n < FILES_PER_OWNER; n++) open.push(await file(reader, 2).open());
    await expect(file(reader, 2).open()).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(await textOf(await file(other, 2).open())).toContain("1");
    const waiting = file(reader, 2).open();
    await open[0]?.cancel();
    expect(await textOf(await waiting)).toContain("1");
    expect(await textOf(open[1] as ReadableStream<Uint8Array>)).toContain("1");
  });

  it("end when they fail, at the first byte or later", async () => {
    const reader = await makeReader();
    for (let n = 0; n < 2 * FILES_PER_OWNER; n++) {
      const failing = file(reader, 2, () => Promise.reject(new Error("no database")));
      await expect(failing.open()).rejects.toThrow("no database");
      let batches = 0;
      const later = file(reader, 2, () => {
        if (batches++ > 0) throw new Error("no database any longer");
      });
      await expect(textOf(await later.open())).rejects.toThrow(BROKEN);
      expect(later.counts.isClosed).toBe(true);
    }
  });

  it("end when nobody reads them", async () => {
    const reader = await makeReader();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const open = [];
    for (let n = 0; n < FILES_PER_OWNER; n++) open.push(await file(reader, 2).open());
    await vi.advanceTimersByTimeAsync(61_000);
    vi.useRealTimers();
    expect(await textOf(await file(reader, 2).open())).toContain("1");
    for (const body of open) await expect(textOf(body)).rejects.toThrow("nobody reads this file");
  });
});

it("an owner's batches take turns with those of others, one at a time", async () => {
  const [greedy, other] = [await makeReader(), await makeReader()];
  let [running, most] = [0, 0];
  const order: string[] = [];
  const reading = (who: string) => async () => {
    running++;
    most = Math.max(most, running);
    order.push(who);
    await wait(5);
    running--;
  };
  const count = 10;
  const both = [1, 2].map(() => file(greedy, count, reading("greedy")).open().then(textOf));
  await Promise.all([...both, file(other, count, reading("other")).open().then(textOf)]);
  expect(most).toBe(2);
  const first = order.slice(0, count);
  expect(first.filter((who) => who === "other").length).toBeGreaterThanOrEqual(3);
});

describe("a file breaks off at the next batch", () => {
  const member = (change: (scope: SchoolScope) => Promise<unknown>) => async () => {
    const { scope } = await makeMember(await makeSchoolTenant(), "processor");
    const reader: Reader = { scope, action: "gifts.export" };
    return { reader, end: () => change(scope) };
  };
  const membership = ({ membershipId: id }: SchoolScope) => ({ where: { id } });

  it.each<[string, () => Promise<{ reader: Reader; end(): Promise<unknown> }>]>([
    ["session has ended", member((scope) => endSession(scope as never))],
    ["reader was removed", member((scope) => db().membership.delete(membership(scope)))],
    [
      "reader's role no longer includes it",
      member((scope) => db().membership.update({ ...membership(scope), data: { role: "viewer" } })),
    ],
    [
      "service key was revoked",
      async () => {
        const tenant = await makeSchoolTenant();
        const { scope: admin } = await makeMember(tenant, "admin");
        const { serviceKeyId, secret } = await makeServiceKey(tenant, "processor", admin);
        const scope = await authenticateServiceKey(secret, "127.0.0.1");
        if (!scope) throw new Error("the key isn't valid");
        const reader: Reader = { scope, action: "gifts.export" };
        return { reader, end: () => revokeServiceKey(admin, serviceKeyId) };
      },
    ],
    [
      "API key was revoked",
      async () => {
        const scope = await bankScopeOf((await makeBank()).key);
        return { reader: { scope, action: null }, end: () => revokeApiKey(system, scope.keyId) };
      },
    ],
  ])("once its %s", async (_, makeCase) => {
    const { reader, end } = await makeCase();
    expect(await textOf(await file(reader, 3).open())).toContain("2");
    const { counts, open } = file(reader, 3);
    const body = await open();
    await end();
    await expect(textOf(body)).rejects.toThrow(BROKEN);
    expect(counts.batches).toBe(2);
    expect(counts.isClosed).toBe(true);
  });
});
