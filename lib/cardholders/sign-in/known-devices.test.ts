import { randomUUID } from "node:crypto";
import { Tinypool } from "tinypool";
import { afterAll, expect, it, vi } from "vitest";
import { acceptAllLinks } from "#lib/accounts/acceptance/accept.ts";
import { attemptForEmail } from "#lib/auth/limits/password-attempts.ts";
import { encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import type { Cardholder } from "#test/factories.ts";
import { enrollInMfa, makePerson, PASSWORD, randomAddress, resetToken } from "#test/sign-in.ts";
import { changePassword } from "../password/change.ts";
import { resetPassword } from "../password/reset.ts";
import { rememberDevice } from "./known-devices.ts";
import { type Client, signIn, signInWithSecondFactor } from "./sign-in.ts";

const verify = vi.spyOn(Tinypool.prototype, "run");
afterAll(() => verify.mockRestore());

const WRONG = "another password entirely";
const NEXT = "the heron stands in the reeds";

type Source = Pick<Client, "address" | "device">;
const from = (client: Source): Client => ({ ...client, userAgent: null });

/** "in", or the refusal's code and limit. */
async function attempt(email: string, password: string, client: Source): Promise<string> {
  try {
    await signIn({ email, password }, from(client));
    return "in";
  } catch (error) {
    const { code, headers = {} } = error as { code: string; headers?: Record<string, string> };
    return [code, /^"([\w-]+)"/.exec(headers["RateLimit-Policy"] ?? "")?.[1]]
      .filter(Boolean)
      .join(" ");
  }
}

/** Makes this many attempts, one after another. */
async function attempts(count: number, email: string, password: string, client: Source) {
  const outcomes: string[] = [];
  while (outcomes.length < count) outcomes.push(await attempt(email, password, client));
  return outcomes;
}

/** The device token of a browser on which this person has signed in. */
async function deviceTokenOf({ email }: Cardholder, device?: string, password = PASSWORD) {
  const scope = await signIn({ email, password }, from({ address: randomAddress() }));
  const token = await rememberDevice(scope, device);
  if (!token) throw new Error("the session has ended");
  return token;
}

/** Uses up the network's limit with wrong attempts for different email addresses. */
async function flood(address: string): Promise<void> {
  const all = Array.from({ length: 101 }, () =>
    attemptForEmail(`${randomUUID()}@example.com`, address),
  );
  const guesses = await Promise.all(all);
  expect(guesses.filter((guess) => guess.networkRefusal)).toHaveLength(1);
}

const IN = ["in", "in", "in"];
const NETWORK = "RATE_LIMITED guess-network";
const PAIR = "RATE_LIMITED guess";

it("a known device can sign in while others use up its network's attempts, even under concurrency", async () => {
  const person = await makePerson();
  const [device, address] = [await deviceTokenOf(person), randomAddress()];
  await flood(address);
  await attempts(10, person.email, WRONG, { address });
  expect(await attempt(person.email, PASSWORD, { address })).toBe(PAIR);
  const others = Array.from({ length: 20 }, () => attempt(person.email, WRONG, { address }));
  expect(await attempts(3, person.email, PASSWORD, { address, device })).toEqual(IN);
  expect(new Set(await Promise.all(others))).toEqual(new Set([PAIR]));
});

it("only people known in a network can sign in by API while others use up its attempts", async () => {
  const [owner, stranger, address] = [await makePerson(), await makePerson(), randomAddress()];
  expect(await attempt(owner.email, PASSWORD, { address })).toBe("in");
  await flood(address);
  const others = Array.from({ length: 20 }, (_, n) =>
    attempt(`${n}.${owner.email}`, WRONG, { address }),
  );
  expect(await attempts(3, owner.email, PASSWORD, { address })).toEqual(IN);
  expect(await attempts(3, stranger.email, PASSWORD, { address })).toEqual(Array(3).fill(NETWORK));
  expect(new Set(await Promise.all(others))).toEqual(new Set([NETWORK]));
});

it("beyond the network's limit, a wrong attempt doesn't reveal who has signed in from there", async () => {
  const [known, stranger, address] = [await makePerson(), await makePerson(), randomAddress()];
  await attempt(known.email, PASSWORD, { address });
  await flood(address);
  for (const email of [known.email, stranger.email, `nobody.${known.email}`]) {
    const startedAt = performance.now();
    expect(await attempt(email, WRONG, { address })).toBe(NETWORK);
    // Timers may fire a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThan(490);
    const more = await Promise.all(
      Array.from({ length: 12 }, () => attempt(email, WRONG, { address })),
    );
    expect(more.filter((outcome) => outcome === NETWORK)).toHaveLength(9);
    expect(more.filter((outcome) => outcome === PAIR)).toHaveLength(3);
  }
});

it("beyond the network's limit, an unknown person costs no password verification", async () => {
  const [{ email }, address] = [await makePerson(), randomAddress()];
  await flood(address);
  verify.mockClear();
  await attempts(2, email, WRONG, { address });
  await attempts(2, `nobody.${email}`, WRONG, { address });
  expect(verify).not.toHaveBeenCalled();
});

it("a network is known for 90 days, and its address isn't stored", async () => {
  const [person, address] = [await makePerson(), randomAddress()];
  const { cardholderId, email } = person;
  await attempt(email, PASSWORD, { address });
  const { rows } = await pool().query(
    "select row_to_json(f)::text as row from session_family f where cardholder_id = $1 and network_hash is not null",
    [cardholderId],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].row).not.toContain(address);
  await flood(address);
  const age = (days: number) =>
    pool().query(
      `update session_family set revoked_at = now(), created_at = now() - make_interval(days => $2)
       where cardholder_id = $1 and network_hash is not null`,
      [cardholderId, days],
    );
  await age(91);
  expect(await attempt(email, PASSWORD, { address })).toBe(NETWORK);
  await age(89);
  expect(await attempt(email, PASSWORD, { address })).toBe("in");
});

it("a device allows ten wrong attempts per person, even under concurrency, and then its network's", async () => {
  const person = await makePerson();
  const client = { address: randomAddress(), device: await deviceTokenOf(person) };
  const all = await Promise.all(
    Array.from({ length: 30 }, () => attempt(person.email, WRONG, client)),
  );
  expect(all.filter((outcome) => outcome === "INVALID_CREDENTIALS")).toHaveLength(20);
  expect(all.filter((outcome) => outcome === PAIR)).toHaveLength(10);
  const elsewhere = { ...client, address: randomAddress() };
  expect(await attempt(person.email, PASSWORD, elsewhere)).toBe("in");
});

it("a correct password doesn't count toward a device's limit, but earlier wrong ones still do", async () => {
  const person = await makePerson();
  const client = { address: randomAddress(), device: await deviceTokenOf(person) };
  await attempts(9, person.email, WRONG, client);
  expect(await attempts(3, person.email, PASSWORD, client)).toEqual(IN);
  await attempts(11, person.email, WRONG, client);
  expect(await attempt(person.email, PASSWORD, client)).toBe(PAIR);
});

it("a device is known for the last five people who signed in on it, and for no others", async () => {
  const [first, ...rest] = await Promise.all(Array.from({ length: 6 }, () => makePerson()));
  const [stranger, address] = [await makePerson(), randomAddress()];
  let device = await deviceTokenOf(first as Cardholder);
  for (const person of rest) device = await deviceTokenOf(person, device);
  await flood(address);
  for (const { email } of rest) {
    expect(await attempt(email, PASSWORD, { address, device })).toBe("in");
  }
  for (const { email } of [first as Cardholder, stranger]) {
    expect(await attempt(email, PASSWORD, { address, device })).toBe(NETWORK);
  }
});

it("a device is forgotten when the password is replaced, by a link or on another device", async () => {
  const [byLink, elsewhere, address] = [await makePerson(), await makePerson(), randomAddress()];
  const devices = [await deviceTokenOf(byLink), await deviceTokenOf(elsewhere)];
  await resetPassword(
    { token: await resetToken(byLink.email), new_password: NEXT },
    acceptAllLinks,
  );
  await changePassword(elsewhere.scope, { current_password: PASSWORD, new_password: NEXT });
  await flood(address);
  for (const [n, { email }] of [byLink, elsewhere].entries()) {
    expect(await attempt(email, NEXT, { address, device: devices[n] as string })).toBe(NETWORK);
  }
});

it("the device on which the password is changed stays known; one whose session has ended doesn't", async () => {
  const person = await makePerson();
  const scope = await signIn({ email: person.email, password: PASSWORD }, from({ address: "x" }));
  await changePassword(scope, { current_password: PASSWORD, new_password: NEXT });
  const [device, address] = [await rememberDevice(scope, undefined), randomAddress()];
  await flood(address);
  const client = { address, device: device as string };
  expect(await attempt(person.email, NEXT, client)).toBe("in");
  expect(await rememberDevice(person.scope, undefined)).toBeNull();
});

it("a device's token can't be read, forged, or replaced by a token for another purpose", async () => {
  const person = await makePerson();
  const [device, address] = [await deviceTokenOf(person), randomAddress()];
  const texts = device.split(".").map((part) => Buffer.from(part, "base64url").toString("latin1"));
  for (const secret of [person.email, person.cardholderId]) {
    expect([device, ...texts].join()).not.toContain(secret);
  }
  await flood(address);
  const other = await encryptToken("form", { deviceId: "x", people: [] }, 60);
  for (const forged of ["", "x", other, `${device.slice(0, -3)}AAA`]) {
    expect(await attempt(person.email, PASSWORD, { address, device: forged })).toBe(NETWORK);
  }
});

it("the code after the password is also accepted from a known device or network", async () => {
  const person = await makePerson();
  const [device, address] = [await deviceTokenOf(person), randomAddress()];
  await attempt(person.email, PASSWORD, { address });
  const { recoveryCodes } = await enrollInMfa(person);
  const proofFrom = (client: Source) =>
    signIn({ email: person.email, password: PASSWORD }, from(client)).catch(({ proof }) => proof);
  await flood(address);
  const [knownNetwork, knownDevice, flooded] = [
    { address },
    { address: randomAddress(), device },
    randomAddress(),
  ];
  await flood(knownDevice.address);
  await flood(flooded);
  const code = (n: number) => recoveryCodes[n] as string;
  for (const [n, client] of [knownNetwork, knownDevice].entries()) {
    await expect(
      signInWithSecondFactor(await proofFrom(client), code(n), from(client)),
    ).resolves.toBeTruthy();
  }
  const proof = await proofFrom(knownDevice);
  await expect(
    signInWithSecondFactor(proof, code(2), from({ address: flooded })),
  ).rejects.toMatchObject({
    code: "RATE_LIMITED",
  });
  const { cardholderId } = person;
  expect(await db().sessionFamily.count({ where: { cardholderId, revokedAt: null } })).toBe(5);
});
