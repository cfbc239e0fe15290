import { inspect } from "node:util";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { updateBank } from "#lib/banks/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { env } from "#lib/env.ts";
import {
  issueApiKey,
  listApiKeys,
  newApiKey,
  releaseApiKey,
  rollApiKey,
} from "#lib/staff/api-keys.ts";
import { changeRole, removeMember } from "#lib/staff/memberships.ts";
import { MAX_KEYS } from "#lib/staff/service-keys.ts";
import { countStored } from "#lib/storage/usage.ts";
import { call } from "#test/api.ts";
import { BANK_RECORD, type Bank, linkBody, makeBank, system } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";
import { createdKey } from "./created-key.ts";

const FORM = { name: " Points ledger ", scope: "full", networks: "", days: "" };

let bank: Bank;
let admin: Awaited<ReturnType<typeof makeMember<"bank">>>;

beforeEach(async () => {
  jar.clear();
  bank = await makeBank();
  admin = await makeMember({ kind: "bank", bankId: bank.bankId }, "admin");
  await signInBrowser({ cardholderId: admin.cardholderId, familyId: admin.scope.familyId });
});

const create = (fields: Record<string, string>) =>
  postForm("/bank/keys/create", admin.scope, { ...FORM, ...fields });

async function createdWith(fields: Record<string, string>): Promise<string> {
  const to = await create(fields);
  return (await createdKey.read(admin.scope, to.searchParams.get("note") ?? ""))?.apiKey ?? "";
}

/** What an operation answers a key, from an address. */
async function codeOf(key: string, id = "linkAccount", address?: string) {
  const body = operation(id).contract.method === "GET" ? undefined : linkBody();
  const { status, body: answer } = await call(operation(id), {
    key,
    body,
    ...(address && { address }),
  });
  return answer.error?.code ?? status;
}

it("creates a key, which is shown once, in this session only, and kept nowhere", async () => {
  const to = await create({ networks: "203.0.113.7/24", days: "30" });
  expect(to.pathname).toBe("/bank/keys/created");
  expect(to.href).not.toContain("svc_");
  const note = to.searchParams.get("note") ?? "";
  const { apiKey = "", name } = (await createdKey.read(admin.scope, note)) ?? {};
  expect(name).toBe("Points ledger");
  const colleague = await makeMember({ kind: "bank", bankId: bank.bankId }, "admin");
  expect(await createdKey.read(colleague.scope, note)).toBeNull();
  const [, secret = ""] = apiKey.split(":");
  const stored = [
    await listApiKeys(bank.bankId),
    await db().auditEntry.findMany({ where: { bankId: bank.bankId } }),
    await db().apiKey.findMany({ where: { bankId: bank.bankId } }),
  ];
  expect(secret).toHaveLength(43);
  expect(inspect(stored, { depth: null })).not.toContain(secret);
  expect((await listApiKeys(bank.bankId))[0]).toMatchObject({
    name: "Points ledger",
    networks: ["203.0.113.0/24"],
    scope: "full",
  });
});

it("comes back with an error at each wrong field", async () => {
  const all = await create({ name: "", scope: "root", networks: "0.0.0.0/0", days: "3" });
  expect((await stateAt(all))?.errors).toEqual({
    name: "Enter a name.",
    scope: "Choose what the key may do.",
    networks: expect.stringMatching(/^“0.0.0.0\/0” is too wide/),
    days: "Choose how long the key is valid.",
  });
});

describe("a key", () => {
  it("does what its scope says", async () => {
    const read = await createdWith({ scope: "read" });
    expect(await codeOf(read, "listAccounts")).toBe(200);
    expect(await codeOf(read)).toBe("API_KEY_SCOPE");
    await vi.waitFor(async () =>
      expect(await db().refusedRequest.findMany({ where: { bankId: bank.bankId } })).toMatchObject([
        { operation: "linkAccount", code: "API_KEY_SCOPE" },
      ]),
    );
    const webhooks = await createdWith({ scope: "webhooks" });
    expect(await codeOf(webhooks, "listWebhookEndpoints")).toBe(200);
    expect(await codeOf(webhooks, "listEvents")).toBe(200);
    expect(await codeOf(webhooks, "listAccounts")).toBe("API_KEY_SCOPE");
    expect(await codeOf(webhooks)).toBe("API_KEY_SCOPE");
  });

  it("works from its networks, until it expires", async () => {
    const key = await createdWith({ networks: "203.0.113.0/24", days: "30" });
    expect(await codeOf(key, "linkAccount", "203.0.113.9")).toBe(201);
    expect(await codeOf(key, "linkAccount", "203.0.114.9")).toBe("API_KEY_WRONG_NETWORK");
    // Whoever doesn't have the secret learns nothing of it.
    expect(await codeOf(`${key.slice(0, -2)}AA`, "linkAccount", "203.0.114.9")).toBe(
      "API_KEY_INVALID",
    );
    const where = { bankId: bank.bankId };
    expect(await db().apiKey.findFirst({ where, orderBy: { createdAt: "desc" } })).toMatchObject({
      lastUsedAddress: "203.0.113.9",
    });
    await db().apiKey.updateMany({ where, data: { expiresAt: new Date() } });
    expect(await codeOf(key, "linkAccount", "203.0.113.9")).toBe("API_KEY_EXPIRED");
  });

  it("is recorded as used at most once a minute", async () => {
    await codeOf(bank.key, "listAccounts", "203.0.113.1");
    await codeOf(bank.key, "listAccounts", "203.0.113.2");
    const usedFrom = async () =>
      (await db().apiKey.findUnique({ where: { keyId: bank.keyId } }))?.lastUsedAddress;
    // Making the bank was a use.
    expect(await usedFrom()).toBe("unknown");
    const data = { lastUsedAt: new Date(Date.now() - 61_000) };
    await db().apiKey.update({ where: { keyId: bank.keyId }, data });
    await codeOf(bank.key, "listAccounts", "203.0.113.2");
    expect(await usedFrom()).toBe("203.0.113.2");
  });

  it("keeps working for the overlap once it's rolled", async () => {
    const fields = { overlapHours: "24", days: "" };
    const params = { key_id: bank.keyId };
    const to = await postForm("/bank/keys/[key_id]/roll", admin.scope, fields, params);
    const next = await createdKey.read(admin.scope, to.searchParams.get("note") ?? "");
    expect(await codeOf(next?.apiKey ?? "")).toBe(201);
    expect(await codeOf(bank.key)).toBe(201);
    const old = await db().apiKey.findUniqueOrThrow({ where: { keyId: bank.keyId } });
    const hours = ((old.expiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
  });
});

it("has limits: keys in use, and keys a day", async () => {
  const details = newApiKey.parse({ name: "x", scope: "read", networks: null, days: null });
  for (let n = 1; n < MAX_KEYS; n++) await issueApiKey(system, bank.bankId, details);
  expect((await stateAt(await create({})))?.errors.name).toContain("20 keys are in use");
  await postForm("/bank/keys/[key_id]/revoke", admin.scope, {}, { key_id: bank.keyId });
  expect((await stateAt(await create({})))?.errors.name).toContain("within 24 hours");
});

it("isn't created at the bank's daily storage limit, but can still be revoked", async () => {
  countStored(bank.bankId, 1_000_000);
  expect(await codeOf(bank.key)).toBe("RATE_LIMITED");
  const refused = (await stateAt(await create({})))?.errors;
  expect(Object.values(refused ?? {})).toEqual([
    "Your bank can’t store anything more today. Try again tomorrow.",
  ]);
  const endpoint = { url: "https://bank.example/hooks", types: "" };
  const added = await postForm("/bank/webhooks/add", admin.scope, endpoint);
  expect(Object.values((await stateAt(added))?.errors ?? {})).toEqual(Object.values(refused ?? {}));
  expect(await db().webhookEndpoint.count({ where: { bankId: bank.bankId } })).toBe(0);
  expect(await listApiKeys(bank.bankId)).toHaveLength(1);
  const params = { key_id: bank.keyId };
  const to = await postForm("/bank/keys/[key_id]/revoke", admin.scope, {}, params);
  expect(to.search).toBe("?done=revoked");
});

describe("in production", () => {
  const inProduction = async <T>(work: () => Promise<T>): Promise<T> => {
    const settings = env() as { environment: string };
    settings.environment = "production";
    return work().finally(() => {
      settings.environment = "sandbox";
    });
  };
  const details = newApiKey.parse({ name: "Ledger", scope: "full", networks: null, days: null });

  beforeEach(() => updateBank(system, bank.bankId, BANK_RECORD));

  it("no key is issued, to anybody, until the bank's record is complete", async () => {
    const other = await makeBank();
    await updateBank(system, other.bankId, { contactEmail: BANK_RECORD.contactEmail });
    const { scope } = await makeMember({ kind: "bank", bankId: other.bankId }, "admin");
    await inProduction(async () => {
      for (const by of [scope, system]) {
        await expect(issueApiKey(by, other.bankId, details)).rejects.toMatchObject({
          violations: [{ msg: expect.stringContaining("Missing: agreement, billing contact.") }],
        });
      }
    });
  });

  it("a key takes two people where the bank has another admin", async () => {
    await inProduction(async () => {
      const { scope } = admin;
      const alone = await issueApiKey(scope, bank.bankId, details);
      expect(await codeOf(alone.apiKey)).toBe(201);
      const other = await makeMember({ kind: "bank", bankId: bank.bankId }, "admin");
      const { apiKey, keyId, isWaiting } = await issueApiKey(scope, bank.bankId, details);
      expect(isWaiting).toBe(true);
      expect(await codeOf(apiKey)).toBe("API_KEY_NOT_RELEASED");
      expect(await releaseApiKey(scope, keyId)).toBe(false);
      const stranger = await makeMember(
        { kind: "bank", bankId: (await makeBank()).bankId },
        "admin",
      );
      expect(await releaseApiKey(stranger.scope, keyId)).toBe(false);
      expect(await releaseApiKey(other.scope, keyId)).toBe(true);
      expect(await codeOf(apiKey)).toBe(201);
      // The old key's end begins with the release.
      const rolled = await rollApiKey(scope, keyId, { days: null, overlapHours: 1 });
      const endOfOld = async () =>
        (await db().apiKey.findUniqueOrThrow({ where: { keyId } })).expiresAt;
      expect(await endOfOld()).toBeNull();
      expect(await releaseApiKey(other.scope, rolled?.keyId ?? "")).toBe(true);
      expect(await endOfOld()).toBeInstanceOf(Date);
    });
  });

  const bankTeam = () => ({ kind: "bank", bankId: bank.bankId }) as const;

  it("can't be had by removing the other admin first, or by who joined since", async () => {
    await inProduction(async () => {
      const { scope } = admin;
      const [other, third] = [
        await makeMember(bankTeam(), "admin"),
        await makeMember(bankTeam(), "admin"),
      ];
      expect(await removeMember(scope, other.membershipId)).toBe("removed");
      expect(await changeRole(scope, third.membershipId, "viewer")).toBe("changed");
      const { keyId, apiKey, isWaiting } = await issueApiKey(scope, bank.bankId, details);
      expect(isWaiting).toBe(true);
      expect(await codeOf(apiKey)).toBe("API_KEY_NOT_RELEASED");
      const createdAt = new Date(Date.now() - 1_000);
      await db().apiKey.update({ where: { keyId }, data: { createdAt } });
      const joined = await makeMember(bankTeam(), "admin", other);
      expect(await releaseApiKey(joined.scope, keyId)).toBe(false);
      const next = await issueApiKey(scope, bank.bankId, details);
      expect(await releaseApiKey(scope, next.keyId)).toBe(false);
      expect(await releaseApiKey(joined.scope, next.keyId)).toBe(true);
      await removeMember(scope, joined.membershipId);
      const at = new Date(Date.now() - 31 * 86_400_000);
      await db().auditEntry.updateMany({ where: { tenant: scope.tenant }, data: { at } });
      expect((await issueApiKey(scope, bank.bankId, details)).isWaiting).toBe(false);
    });
  });

  it("can't be had by someone whose role has changed meanwhile", async () => {
    await db().membership.update({
      where: { id: admin.membershipId },
      data: { role: "support" },
    });
    const issued = issueApiKey(admin.scope, bank.bankId, details);
    await expect(issued).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
