import { randomBytes } from "node:crypto";
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { rereadEnv } from "#lib/env.ts";
import { system } from "#test/factories.ts";
import {
  approveAsNewPerson,
  redeem,
  reloadProvider,
  requestLink,
  serveAuthorization,
} from "#test/oauth.ts";
import { loadSigningKeys, rotateSigningKey, signingKeys } from "./keys.ts";

let server: Awaited<ReturnType<typeof serveAuthorization>>;
const identityKey = process.env.IDENTITY_SECRETS_KEY as string;
beforeAll(async () => {
  server = await serveAuthorization();
  await db().signingKey.deleteMany();
});
afterEach(() => {
  process.env.IDENTITY_SECRETS_KEY = identityKey;
  rereadEnv();
});
afterAll(() => server.close());

async function newIdToken(): Promise<string> {
  const request = await requestLink();
  const { back } = await approveAsNewPerson(server.base, request);
  return (await redeem(server.base, request, back)).id_token as string;
}

const published = async () =>
  (await (await fetch(`${server.base}/oauth/jwks`)).json()) as JSONWebKeySet;
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const verifies = async (token: string) =>
  jwtVerify(token, createLocalJWKSet(await published())).then(
    () => true,
    () => false,
  );

it("a new key is published before it signs, and the old one still verifies", async () => {
  reloadProvider();
  const first = await newIdToken();
  const { kid } = await rotateSigningKey(system, 600);
  reloadProvider();
  expect((await published()).keys.map((key) => key.kid)).toEqual([kidOf(first), kid]);
  const second = await newIdToken();
  expect(kidOf(second)).toBe(kidOf(first));

  // The new key starts signing.
  await db().signingKey.update({ where: { kid }, data: { signsFrom: new Date() } });
  reloadProvider();
  const third = await newIdToken();
  expect(kidOf(third)).toBe(kid);
  for (const token of [first, second, third]) expect(await verifies(token)).toBe(true);

  // A day later, the old key is no longer published.
  await db().signingKey.updateMany({
    where: { publishedUntil: { not: null } },
    data: { publishedUntil: new Date() },
  });
  reloadProvider();
  expect(await verifies(first)).toBe(false);
  expect(await verifies(third)).toBe(true);
});

const reencrypt = () => transaction((tx) => signingKeys.reencrypt(tx));

it("concurrent processes create only one first key", async () => {
  await db().signingKey.deleteMany();
  const loaded = await Promise.all(Array.from({ length: 3 }, loadSigningKeys));
  expect(new Set(loaded.map(([key]) => key?.kid)).size).toBe(1);
  expect(await db().signingKey.count()).toBe(1);
});

it("keys are encrypted, and re-encrypted when the secret is rotated", async () => {
  const [key] = await loadSigningKeys();
  const { encryptedKey } = await db().signingKey.findUniqueOrThrow({
    where: { kid: key?.kid as string },
  });
  expect(Buffer.from(encryptedKey).toString("latin1")).not.toContain(key?.d as string);
  const fresh = randomBytes(32).toString("base64");
  process.env.IDENTITY_SECRETS_KEY = `${fresh},${identityKey}`;
  rereadEnv();
  expect(await reencrypt()).toEqual({ reencrypted: 1, unreadable: [] });
  process.env.IDENTITY_SECRETS_KEY = fresh;
  rereadEnv();
  expect(await loadSigningKeys()).toEqual([key]);
});

it("a key that can't be decrypted is replaced", async () => {
  await db().signingKey.deleteMany();
  const [lost] = await loadSigningKeys();
  process.env.IDENTITY_SECRETS_KEY = randomBytes(32).toString("base64");
  rereadEnv();
  const [next, ...others] = await loadSigningKeys();
  expect(others).toEqual([]);
  expect(next?.kid).not.toBe(lost?.kid);
  expect((await reencrypt()).unreadable).toEqual([lost?.kid]);
});
