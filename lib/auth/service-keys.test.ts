import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { revokeServiceKey } from "#lib/staff/service-keys.ts";
import { makeMember, makeSchoolTenant, makeServiceKey } from "#test/staff.ts";
import { authenticateServiceKey } from "./service-keys.ts";

const ADDRESS = "203.0.113.9";

describe("a service key", () => {
  it("acts for its school, in its role, from its networks", async () => {
    const school = await makeSchoolTenant();
    const { secret, serviceKeyId } = await makeServiceKey(school, "processor");
    expect(secret).toMatch(/^svk_[\w-]{43}$/);
    const scope = {
      kind: "school",
      schoolId: school.schoolId,
      tenant: `school:${school.schoolId}`,
      role: "processor",
      serviceKeyId,
      isVerified: false,
      actor: { kind: "service-key", id: serviceKeyId },
    };
    for (const address of [ADDRESS, `::ffff:${ADDRESS}`, "::1"]) {
      expect(await authenticateServiceKey(secret, address)).toEqual(scope);
    }
    for (const address of ["203.0.114.9", "2001:db8::1", "unknown", ""]) {
      expect(await authenticateServiceKey(secret, address), address).toBeNull();
    }
  });

  it("is nobody's if it's malformed or unknown", async () => {
    const { secret } = await makeServiceKey(await makeSchoolTenant());
    const unknown = `svk_${randomBytes(32).toString("base64url")}`;
    const wrong = [unknown, "", secret.slice(4), secret.slice(0, -1), `${secret} `, "svk_"];
    wrong.push(secret.replace("svk_", "svc_"), secret.toUpperCase(), `${secret}${secret}`);
    for (const text of wrong) expect(await authenticateServiceKey(text, ADDRESS), text).toBeNull();
  });

  it("stops working once it's revoked or has expired, whoever is still on the team", async () => {
    const school = await makeSchoolTenant();
    const admin = await makeMember(school, "admin");
    const [revoked, expired, kept] = [
      await makeServiceKey(school, "viewer", admin.scope),
      await makeServiceKey(school, "viewer", admin.scope),
      await makeServiceKey(school, "viewer", admin.scope),
    ];
    const authenticate = ({ secret }: { secret: string }) =>
      authenticateServiceKey(secret, ADDRESS);
    expect(await Promise.all([revoked, expired].map(authenticate))).not.toContain(null);
    await revokeServiceKey(admin.scope, revoked.serviceKeyId);
    expect(await authenticate(revoked)).toBeNull();
    const past = { createdAt: new Date(Date.now() - 60_000), expiresAt: new Date(Date.now() - 1) };
    await db().serviceKey.update({ where: { id: expired.serviceKeyId }, data: past });
    expect(await authenticate(expired)).toBeNull();
    await db().membership.delete({ where: { id: admin.membershipId } });
    expect(await authenticate(kept)).toMatchObject({ serviceKeyId: kept.serviceKeyId });
  });

  it("records when it was last used, but not at every use, nor from other networks", async () => {
    const { secret, serviceKeyId } = await makeServiceKey(await makeSchoolTenant());
    const lastUse = async () => {
      const key = await db().serviceKey.findUniqueOrThrow({ where: { id: serviceKeyId } });
      return key.lastUsedAt;
    };
    await authenticateServiceKey(secret, "198.51.100.1");
    expect(await lastUse()).toBeNull();
    await authenticateServiceKey(secret, ADDRESS);
    const first = await lastUse();
    expect(first).not.toBeNull();
    await authenticateServiceKey(secret, ADDRESS);
    expect(await lastUse()).toEqual(first);
    const lastUsedAt = new Date(Date.now() - 61_000);
    await db().serviceKey.update({ where: { id: serviceKeyId }, data: { lastUsedAt } });
    await authenticateServiceKey(secret, ADDRESS);
    expect((await lastUse())?.getTime()).toBeGreaterThan(lastUsedAt.getTime());
  });

  it("is looked up in one query with others, each with its own answer", async () => {
    const [one, two] = [await makeSchoolTenant(), await makeSchoolTenant()];
    const secrets = [(await makeServiceKey(one)).secret, (await makeServiceKey(two)).secret];
    const scopes = await Promise.all(
      [...secrets, "svk_nothing"].map((secret) => authenticateServiceKey(secret, ADDRESS)),
    );
    expect(scopes.map((scope) => scope?.schoolId)).toEqual([one.schoolId, two.schoolId, undefined]);
  });
});
