import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { nameOfActor } from "#lib/auth/actors.ts";
import { authenticateServiceKey } from "#lib/auth/service-keys.ts";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { readGiftOverview } from "#lib/donations/overview/queries.ts";
import type { InvalidInput } from "#lib/errors.ts";
import { checkBody } from "#lib/http/request.ts";
import { redact } from "#lib/redact.ts";
import { makeMember, makeSchoolTenant, makeServiceKey } from "#test/staff.ts";
import { audit } from "../auth/audit.ts";
import { type Action, decide, PERMISSIONS } from "../auth/permissions.ts";
import { listAuditLog } from "./audit-log.ts";
import {
  createServiceKey,
  listServiceKeys,
  MAX_KEYS,
  MAX_KEYS_A_DAY,
  MAX_NETWORKS,
  type NewServiceKey,
  newServiceKey,
  revokeServiceKey,
} from "./service-keys.ts";

const KEY: NewServiceKey = {
  name: "Nightly export",
  role: "viewer",
  networks: ["203.0.113.0/24"],
  days: 365,
};

const { days: _, ...KEY_LISTED } = KEY;

async function makeAdmin() {
  const school = await makeSchoolTenant();
  return { school, scope: (await makeMember(school, "admin")).scope };
}

describe("service keys", () => {
  it("are created, listed, and revoked, which the log says; the secret isn't stored", async () => {
    const { scope } = await makeAdmin();
    const created = await createServiceKey(scope, KEY);
    if (typeof created === "string") throw new Error(created);
    const { serviceKeyId, secret } = created;
    const { inUse, ended } = await listServiceKeys(scope);
    expect(inUse).toMatchObject([{ ...KEY_LISTED, serviceKeyId, hint: secret.slice(-4) }]);
    expect(ended).toEqual([]);
    const expiry = (inUse[0]?.expiresAt.getTime() ?? 0) - Date.now();
    expect(expiry / 86_400_000).toBeCloseTo(365, 1);
    expect(await revokeServiceKey(scope, serviceKeyId)).toBe(true);
    expect(await revokeServiceKey(scope, serviceKeyId)).toBe(false);
    expect((await listServiceKeys(scope)).ended).toMatchObject([{ serviceKeyId }]);
    const entries = await db().auditEntry.findMany({
      where: { tenant: scope.tenant, subject: serviceKeyId },
      orderBy: { id: "asc" },
    });
    const { name } = KEY;
    expect(entries).toMatchObject([
      { action: "service-key.create", actor: nameOfActor(scope.actor), details: KEY },
      { action: "service-key.revoke", actor: nameOfActor(scope.actor), details: { name } },
    ]);
    const row = await db().serviceKey.findUniqueOrThrow({ where: { id: serviceKeyId } });
    expect(inspect([entries, row], { depth: null })).not.toContain(secret.slice(4, -4));
    expect(redact(`Authorization: Bearer ${secret}`)).not.toContain(secret.slice(4));
  });

  it("of another school are like those that never were", async () => {
    const [own, other] = [await makeAdmin(), await makeAdmin()];
    const { serviceKeyId, secret } = await makeServiceKey(other.school, "viewer", other.scope);
    for (const id of [serviceKeyId, randomUUID(), "x"]) {
      expect(await revokeServiceKey(own.scope, id)).toBe(false);
    }
    expect(await listServiceKeys(own.scope)).toEqual({ inUse: [], ended: [] });
    expect(await authenticateServiceKey(secret, "203.0.113.1")).not.toBeNull();
  });

  it("are limited in use and a day, per school, also when created at the same time", async () => {
    const { scope } = await makeAdmin();
    const create = () => createServiceKey(scope, KEY);
    const results = await Promise.all(Array.from({ length: MAX_KEYS + 3 }, create));
    expect(results.filter((result) => result === "too_many")).toHaveLength(3);
    const { inUse } = await listServiceKeys(scope);
    expect(inUse).toHaveLength(MAX_KEYS);
    expect(MAX_KEYS_A_DAY).toBe(MAX_KEYS);
    await revokeServiceKey(scope, inUse[0]?.serviceKeyId as string);
    expect(await create()).toBe("too_many_today");
    const yesterday = { createdAt: new Date(Date.now() - 25 * 3_600_000) };
    const { schoolId } = scope;
    await db().serviceKey.updateMany({
      where: { schoolId },
      data: { ...yesterday, expiresAt: new Date(Date.now() + 86_400_000) },
    });
    expect(await create()).toMatchObject({ name: KEY.name });
    expect(await create()).toBe("too_many");
    const other = await makeAdmin();
    expect(await createServiceKey(other.scope, KEY)).toMatchObject({ name: KEY.name });
  });

  it("are checked before they're created", () => {
    const networks = Array.from({ length: MAX_NETWORKS }, (_, n) => `203.0.113.${n}`);
    const read = (change: object) => checkBody(newServiceKey, { ...KEY, ...change });
    expect(read({ networks: [...networks.slice(1), "203.0.113.1/32"] }).networks).toEqual(
      networks.slice(1).map((address) => `${address}/32`),
    );
    const problems = (change: object) => {
      try {
        read(change);
      } catch (error) {
        return (error as InvalidInput).violations.map(({ loc, msg }) => [loc.at(-1), msg]);
      }
    };
    for (const change of [
      ...["", "x".repeat(101), "a\nb", "a\0", "\ud800"].map((name) => ({ name })),
      ...["admin", "owner", ""].map((role) => ({ role })),
      ...[0, 366, 1.5, Number.NaN, "30"].map((days) => ({ days })),
      ...[[], [...networks, "198.51.100.1"], ["0.0.0.0/0"], ["x"]].map((all) => ({
        networks: all,
      })),
    ]) {
      expect(problems(change)?.[0]?.[0], JSON.stringify(change)).toBe(Object.keys(change)[0]);
    }
    expect(problems({ networks: ["203.0.113.1", "a\u0007".repeat(1_000)] })?.[0]?.[1]).toMatch(
      /^“(a\\u0007){25}” isn’t a network/,
    );
  });

  it("can't have a role, a life, or networks that the form wouldn't give them", async () => {
    const { scope } = await makeAdmin();
    for (const wrong of [{ role: "admin" }, { networks: [] }, { days: 367 }, { name: "" }]) {
      await expect(createServiceKey(scope, { ...KEY, ...(wrong as object) })).rejects.toThrow();
    }
    expect((await listServiceKeys(scope)).inUse).toEqual([]);
  });

  it("never decide about the payee, keys, or the team, and are named in the log", async () => {
    const { school, scope } = await makeAdmin();
    const { secret, serviceKeyId } = await makeServiceKey(school, "processor", scope);
    const program = await authenticateServiceKey(secret, "127.0.0.1");
    if (!program) throw new Error("the key doesn't work");
    for (const [action, permission] of Object.entries(PERMISSIONS.school)) {
      const isOpen = (permission.roles as readonly string[]).includes("processor");
      expect(decide(program, action as Action<"school">)).toBe(isOpen ? "allowed" : "forbidden");
      expect("sensitive" in permission && isOpen).toBe(false);
    }
    const times = { today: new Date(), recently: new Date() };
    expect(await readGiftOverview(program, times)).toMatchObject({ today: { count: 0 } });
    await transaction((tx) => audit(tx, program, "audit-log.export", school.schoolId));
    const { items } = await listAuditLog(scope, { limit: 1 });
    expect(items[0]).toMatchObject({
      actor: `service-key:${serviceKeyId}`,
      email: null,
      keyName: "Nightly export",
    });
  });
});
