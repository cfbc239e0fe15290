import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { makeBank, makeSchool } from "#test/factories.ts";
import { db } from "../../database/prisma.ts";
import { transaction } from "../../database/transaction.ts";
import { rereadEnv } from "../../env.ts";
import { loadPlatformAccess, platformConfigurations } from "../../ticketing/config.ts";
import { endpointSecrets } from "../signing.ts";
import { addEndpoint, rotateSecret } from "./mutations.ts";

const KEYS = ["PLATFORM_CONFIG_KEY", "WEBHOOK_SECRETS_KEY"] as const;
const before = KEYS.map((name) => process.env[name] as string);

function useKeys(make: (old: string) => string): void {
  for (const [index, name] of KEYS.entries()) process.env[name] = make(before[index] as string);
  rereadEnv();
}

afterEach(() => useKeys((old) => old));

const rowOf = (id: string) => db().webhookEndpoint.findUniqueOrThrow({ where: { id } });

/** An encrypted value begins with its key's ID. */
const keyIdOf = async (id: string) =>
  Buffer.from((await rowOf(id)).encryptedSecret).toString("hex", 0, 4);

async function secretsOf(id: string) {
  const row = await rowOf(id);
  const [current, previous] = endpointSecrets.decryptAll(id, row);
  return { current, previous };
}

async function endpoint() {
  const { scope } = await makeBank();
  const added = await addEndpoint(scope, { url: "https://bank.example/hooks" });
  return { scope, id: added.endpoint_id, secret: added.secret };
}

describe("rotating an endpoint's secret", () => {
  it("gives a new one and keeps the old one for 24 hours", async () => {
    const { scope, id, secret } = await endpoint();
    const rotated = await rotateSecret(scope, id);
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(await secretsOf(id)).toEqual({ current: rotated.secret, previous: secret });
    const { previousSecretExpiresAt } = await rowOf(id);
    const hours = ((previousSecretExpiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
  });
});

describe("rotating the encryption keys", () => {
  it("decrypts with either key of the ring, and re-encrypts with the first", async () => {
    const { scope, id, secret } = await endpoint();
    await rotateSecret(scope, id);
    const school = await makeSchool();
    const fresh = KEYS.map(() => randomBytes(32).toString("base64"));
    let turn = 0;
    useKeys((old) => `${fresh[turn++ % 2]},${old}`);
    expect((await secretsOf(id)).previous).toBe(secret);
    const oldKeyId = await keyIdOf(id);
    // Other tests' rows have other keys: they are reported and left as they are.
    expect((await transaction((tx) => endpointSecrets.reencrypt(tx))).unreadable).not.toContain(id);
    expect(
      (await transaction((tx) => platformConfigurations.reencrypt(tx))).unreadable,
    ).not.toContain(school);
    expect(await keyIdOf(id)).not.toBe(oldKeyId);
    // The old keys are removed, and everything can still be decrypted.
    turn = 0;
    useKeys(() => fresh[turn++ % 2] as string);
    expect((await secretsOf(id)).previous).toBe(secret);
    expect((await loadPlatformAccess(school)).access.houseAccountId).toBe(`house-${school}`);
  });
});
