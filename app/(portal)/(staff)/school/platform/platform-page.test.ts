import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { configurePlatform, loadPlatformAccess } from "#lib/ticketing/config.ts";
import { CHECKS, readPlatform } from "#lib/ticketing/school-platform.ts";
import { system } from "#test/factories.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";

/** A platform with a ledger, which knows two keys. */
const requests: string[] = [];
const platform = createServer((request, response) => {
  requests.push(`${request.method} ${request.url?.split("?")[0]}`);
  const isKnown = /^Bearer key-[12]$/.test(request.headers.authorization ?? "");
  response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
  response.end(JSON.stringify({ credits: [], next_cursor: null }));
});
let baseUrl: string;
beforeAll(async () => {
  platform.listen(0, "127.0.0.1");
  await once(platform, "listening");
  baseUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
});
afterAll(() => platform.close());

let admin: Awaited<ReturnType<typeof makeMember<"school">>>;

beforeEach(async () => {
  jar.clear();
  requests.length = 0;
  admin = await makeMember(await makeSchoolTenant(), "admin");
  await signInBrowser({ cardholderId: admin.cardholderId, familyId: admin.scope.familyId });
});

const connect = (url: string) => {
  const config = { houseAccountId: "house", baseUrl: url, apiKey: "key-1" };
  return configurePlatform(system, admin.scope.schoolId, "rest", config);
};
const runTest = () => postForm("/school/platform/test", admin.scope, {});
const setKey = (apiKey: string) => postForm("/school/platform/key", admin.scope, { apiKey });
const keyInUse = async () => (await loadPlatformAccess(admin.scope.schoolId)).access.apiKey;

it("is tested by reading its ledger, up to a limit", async () => {
  await connect(baseUrl);
  expect(await readPlatform(admin.scope)).toMatchObject({ name: "rest", isPaused: false });
  for (let n = 0; n < CHECKS.points; n++) expect((await runTest()).search).toBe("?done=works");
  expect(new Set(requests)).toEqual(new Set(["GET /credits"]));
  expect((await stateAt(await runTest()))?.errors[""]).toMatch(/^Too many attempts/);
  expect(requests).toHaveLength(CHECKS.points);
  const where = { tenant: admin.scope.tenant, action: "platform.test" };
  const entries = await db().auditEntry.findMany({ where });
  expect(entries.map(({ details }) => details)).toEqual(Array(CHECKS.points).fill({ works: true }));
});

it("says why it doesn't work, without pausing requests to it", async () => {
  await connect("http://127.0.0.1:9");
  for (let n = 0; n < 6; n++) {
    expect((await stateAt(await runTest()))?.errors[""]).toContain("couldn't be reached");
  }
  expect((await readPlatform(admin.scope)).isPaused).toBe(false);
});

it("gets another key once the platform accepts it, which is never shown", async () => {
  await connect(baseUrl);
  for (const wrong of ["", "two words", "x".repeat(501)]) {
    expect((await stateAt(await setKey(wrong)))?.errors).toHaveProperty("apiKey");
  }
  expect(requests).toEqual([]);
  const rejected = await stateAt(await setKey("key-3"));
  expect(rejected?.errors.apiKey).toMatch(/rejected our API key \(401\). The previous key/);
  expect(JSON.stringify(rejected)).not.toContain("key-3");
  expect(await keyInUse()).toBe("key-1");
  expect((await setKey("key-2")).search).toBe("?done=key");
  expect(await keyInUse()).toBe("key-2");
  const [entry, ...others] = await db().auditEntry.findMany({
    where: { tenant: admin.scope.tenant, action: "platform.key" },
  });
  expect([entry?.details, others]).toEqual([{ baseUrl }, []]);
  expect(JSON.stringify(await readPlatform(admin.scope))).not.toContain("key-");
});

it("has no key if it's a team that imports files", async () => {
  await configurePlatform(system, admin.scope.schoolId, "batch", { houseAccountId: "house" });
  expect((await stateAt(await setKey("key-1")))?.errors).toHaveProperty("apiKey");
  expect(await readPlatform(admin.scope)).toMatchObject({ name: "batch", onTheirWay: 0 });
});
