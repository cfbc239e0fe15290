/** Rotating our secrets while people are signed in, and API keys while banks donate. */
import { randomBytes } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { authOptions } from "#app/session.ts";
import { hasSignedInFrom } from "#lib/auth/sessions.ts";
import { decryptToken, encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { issueRefreshToken, rotateRefreshToken } from "#lib/auth/tokens/refresh-tokens.ts";
import { signIn } from "#lib/cardholders/sign-in/sign-in.ts";
import { listKey, makeCursor, positionAfter } from "#lib/cursor.ts";
import { readEmbedSession } from "#lib/embed/sessions.ts";
import { rereadEnv } from "#lib/env.ts";
import { issueApiKey, revokeApiKey } from "#lib/staff/api-keys.ts";
import { call } from "../api.ts";
import { mintToken } from "../embed-flow.ts";
import { makeBank, system } from "../factories.ts";
import { operation } from "../operations.ts";
import { sessionToken } from "../portal-session.ts";
import { makePerson, PASSWORD, randomAddress } from "../sign-in.ts";

const before = process.env.AUTH_SECRET as string;

function useSecrets(...secrets: string[]): void {
  process.env.AUTH_SECRET = secrets.join(",");
  rereadEnv();
}

afterEach(() => useSecrets(before));

/** Everything signed or encrypted with AUTH_SECRET, and whether it is still accepted. */
async function issueAll() {
  const person = await makePerson();
  const session = { cardholderId: person.cardholderId, familyId: person.scope.familyId };
  const cookie = await sessionToken(session);
  const embedToken = await mintToken(await makeBank());
  const address = randomAddress();
  await signIn({ email: person.email, password: PASSWORD }, { address, userAgent: null });
  const encryptedToken = await encryptToken("donation-draft", { draft: 1 }, 60);
  const list = listKey("donations", "a bank", {});
  const cursor = makeCursor(list, ["2026-01-01", "an id"]);
  const refreshToken = await issueRefreshToken(person.scope);
  const isCursorValid = () => {
    try {
      return positionAfter(list, cursor)?.[1] === "an id";
    } catch {
      return false;
    }
  };
  return async () => ({
    cookie:
      (await authOptions().jwt.decode({ token: cookie, secret: "" }))?.familyId ===
      session.familyId,
    accessToken: (await call(operation("getProfile"), { token: person.token })).status === 200,
    embedToken: (await readEmbedSession(embedToken)).state === "open",
    encryptedToken: (await decryptToken("donation-draft", encryptedToken)) !== null,
    network: await hasSignedInFrom(address, person.cardholderId),
    cursor: isCursorValid(),
    refreshToken: (await rotateRefreshToken(refreshToken)).outcome === "rotated",
  });
}

const all = (accepted: boolean) => ({
  cookie: accepted,
  accessToken: accepted,
  embedToken: accepted,
  encryptedToken: accepted,
  network: accepted,
  cursor: accepted,
  refreshToken: accepted,
});

it("a new AUTH_SECRET invalidates nothing while the previous one is listed second", async () => {
  const newSecret = randomBytes(32).toString("base64url");
  const checkOld = await issueAll();
  useSecrets(newSecret, before);
  expect(await checkOld()).toEqual(all(true));
  const checkNew = await issueAll();
  // The old secret is no longer configured.
  useSecrets(newSecret);
  expect(await checkNew()).toEqual(all(true));
  expect(await checkOld()).toEqual(all(false));
});

it("old and new processes accept each other's tokens if the new secret was first listed second", async () => {
  const newSecret = randomBytes(32).toString("base64url");
  useSecrets(before, newSecret);
  const fromBefore = await issueAll();
  useSecrets(newSecret, before);
  expect(await fromBefore()).toEqual(all(true));
  const fromAfter = await issueAll();
  useSecrets(before, newSecret);
  expect(await fromAfter()).toEqual(all(true));
});

it("an API key can be replaced without interruption", async () => {
  const bank = await makeBank();
  const statusWith = async (key: string) => (await call(operation("listSchools"), { key })).status;
  const next = await issueApiKey(system, bank.bankId);
  expect([await statusWith(bank.key), await statusWith(next.apiKey)]).toEqual([200, 200]);
  await revokeApiKey(system, bank.keyId);
  expect([await statusWith(bank.key), await statusWith(next.apiKey)]).toEqual([401, 200]);
});
