import { Tinypool } from "tinypool";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { hashPassword } from "#lib/auth/passwords/hashing.ts";
import { sessionScopeOf, signOut, signOutOtherSessions } from "#lib/auth/sessions.ts";
import { encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { db } from "#lib/database/prisma.ts";
import {
  allAuditActions,
  auditActions,
  enrollInMfa,
  fillHashingQueue,
  makePerson,
  PASSWORD,
  randomAddress,
  signInAs,
} from "#test/sign-in.ts";
import { removeApp } from "../mfa/mutations.ts";
import { MfaRequired } from "./password-proof.ts";
import { signIn, signInWithSecondFactor } from "./sign-in.ts";

const verify = vi.spyOn(Tinypool.prototype, "run");
afterAll(() => verify.mockRestore());
beforeEach(() => {
  verify.mockClear();
});

const WRONG = "another password entirely";
const refusal = (code: string) => expect.objectContaining({ code });

/** Makes attempts from one address, one after another. @returns "in" or the error code of each */
async function tries(address: string, all: [email: string, password: string][]) {
  const outcomes: string[] = [];
  for (const [email, password] of all) {
    const attempt = signIn({ email, password }, { address, userAgent: null });
    outcomes.push(
      await attempt.then(
        () => "in",
        (error) => error.code,
      ),
    );
  }
  return outcomes;
}

const times = <T>(count: number, value: T): T[] => Array(count).fill(value);

describe("signing in", () => {
  it("opens a session, regardless of the email address's letter case", async () => {
    const person = await makePerson();
    const scope = await signInAs(person.email.toUpperCase());
    expect(scope.cardholderId).toBe(person.cardholderId);
    const family = await db().sessionFamily.findUniqueOrThrow({ where: { id: scope.familyId } });
    expect(family.userAgent).toBe("Test/1");
  });

  it("accepts a password in any Unicode composition", async () => {
    const person = await makePerson("cafe\u0301 au lait, s'il vous plait");
    await signInAs(person.email, "caf\u00e9 au lait, s'il vous plait");
  });

  it("gives the same response to any wrong credentials, after one verification each", async () => {
    const [known, unactivated] = [await makePerson(), await makePerson(null)];
    const wrong: [string, string][] = [
      [known.email, WRONG],
      [`nobody.${known.email}`, PASSWORD],
      [unactivated.email, PASSWORD],
      [unactivated.email, ""],
      ["nul\0@example.com", PASSWORD],
      [known.email, "x".repeat(50_000)],
    ];
    for (const [email, password] of wrong) {
      verify.mockClear();
      await expect(signInAs(email, password)).rejects.toEqual(refusal("INVALID_CREDENTIALS"));
      expect(verify).toHaveBeenCalledTimes(1);
    }
  });

  it("doesn't count an attempt whose password can't be verified (503)", async () => {
    const [address, person] = [randomAddress(), await makePerson()];
    const freeQueue = fillHashingQueue();
    const outcomes = await tries(address, times(12, [person.email, PASSWORD]));
    expect(outcomes).toEqual(times(12, "SERVICE_UNAVAILABLE"));
    await freeQueue();
    expect(await tries(address, [[person.email, PASSWORD]])).toEqual(["in"]);
  });

  it("isn't reported to any bank", async () => {
    const { accountId, email } = await makePerson();
    const longAgo = new Date("2020-01-01T00:00:00.000Z");
    await db().account.update({ where: { id: accountId }, data: { lastActiveAt: longAgo } });
    await signInAs(email);
    const account = await db().account.findUniqueOrThrow({ where: { id: accountId } });
    expect(account.lastActiveAt).toEqual(longAgo);
  });
});

describe("guessing a password", () => {
  it("stops after ten wrong attempts for one email address from one network, and only there", async () => {
    const [{ email, cardholderId }, neighbor] = [await makePerson(), await makePerson()];
    const from = randomAddress();
    expect(await tries(from, times(10, [email, WRONG]))).toEqual(times(10, "INVALID_CREDENTIALS"));
    verify.mockClear();
    expect(await tries(from, times(2, [email.toUpperCase(), PASSWORD]))).toEqual(
      times(2, "RATE_LIMITED"),
    );
    expect(verify).not.toHaveBeenCalled();
    expect(await tries(from, [[neighbor.email, PASSWORD]])).toEqual(["in"]);
    expect(await tries(randomAddress(), [[email, PASSWORD]])).toEqual(["in"]);
    expect(await auditActions(cardholderId)).toEqual(["sign-in.throttle"]);
  });

  it("has the same limit for an unknown email address", async () => {
    const [{ email }, from] = [await makePerson(null), randomAddress()];
    for (const address of [email, `nobody.${email}`]) {
      expect(await tries(from, times(11, [address, WRONG]))).toEqual([
        ...times(10, "INVALID_CREDENTIALS"),
        "RATE_LIMITED",
      ]);
    }
  });

  it("is told how long to wait", async () => {
    const [{ email }, address] = [await makePerson(), randomAddress()];
    await tries(address, times(10, [email, WRONG]));
    const refused = signIn({ email, password: PASSWORD }, { address, userAgent: null });
    const { headers } = await refused.catch((error) => error);
    expect(Number(headers["Retry-After"])).toBeGreaterThan(800);
    expect(Number(headers["Retry-After"])).toBeLessThanOrEqual(900);
    expect(headers["RateLimit-Policy"]).toBe('"guess";q=10;w=900');
    expect(headers.RateLimit).toBe(`"guess";r=0;t=${headers["Retry-After"]}`);
  });

  it("counts only wrong attempts, and a correct one resets the count", async () => {
    const [{ email }, from] = [await makePerson(), randomAddress()];
    const nearly: [string, string][] = [
      ...times(9, [email, WRONG] as [string, string]),
      [email, PASSWORD],
    ];
    expect(await tries(from, [...nearly, ...nearly])).not.toContain("RATE_LIMITED");
  });

  it("allows no more than ten attempts, even under concurrency", async () => {
    const [{ email }, address] = [await makePerson(), randomAddress()];
    const all = Array.from({ length: 30 }, () =>
      signIn({ email, password: WRONG }, { address, userAgent: null }).catch((error) => error.code),
    );
    const codes = await Promise.all(all);
    const checked = codes.filter((code) => code === "INVALID_CREDENTIALS").length;
    // Fewer on a machine so busy that an attempt can't be counted in time: then it isn't checked.
    expect(checked).toBeGreaterThan(0);
    expect(checked).toBeLessThanOrEqual(10);
  });

  it("stops after 100 attempts from one network for any email addresses, per IPv6 prefix", async () => {
    const network = `2001:db8:${randomAddress()
      .split(".")
      .slice(1, 3)
      .map((part) => Number(part).toString(16))
      .join(":")}`;
    const { email } = await makePerson();
    let last: string[] = [];
    for (let n = 0; n < 101; n++) {
      last = await tries(`${network}::${n.toString(16)}`, [[`${n}.${email}`, WRONG]]);
    }
    expect(last).toEqual(["RATE_LIMITED"]);
    expect(await tries(`${network}::ffff`, [[email, PASSWORD]])).toEqual(["RATE_LIMITED"]);
  });

  it("doesn't lock the owner out of a network where they have signed in before", async () => {
    const [{ email }, from] = [await makePerson(), randomAddress()];
    expect(await tries(from, [[email, PASSWORD]])).toEqual(["in"]);
    const others = Array.from({ length: 101 }, (_, n): [string, string] => [
      `${n}.${email}`,
      WRONG,
    ]);
    expect((await tries(from, others)).at(-1)).toBe("RATE_LIMITED");
    expect(await tries(from, times(3, [email, PASSWORD]))).toEqual(times(3, "in"));
  });

  it("stores no email or IP address in the table of attempts", async () => {
    const [{ email }, address] = [await makePerson(), randomAddress()];
    await tries(address, [[email, WRONG]]);
    const rows = JSON.stringify(await db().rateWindow.findMany(), (_, value) =>
      typeof value === "bigint" ? Number(value) : value,
    );
    expect(rows).toContain("tries-guess");
    expect(rows).not.toContain(email);
    expect(rows).not.toContain(address);
  });
});

describe("the second step", () => {
  const from = () => ({ address: randomAddress(), userAgent: "Test/1" });

  /** Someone with a second factor who has entered the correct password. */
  async function enterPassword() {
    const person = await makePerson();
    const factor = await enrollInMfa(person);
    const missing = await signInAs(person.email).catch((error) => error);
    expect(missing).toBeInstanceOf(MfaRequired);
    return { ...person, ...factor, missing, proof: missing.proof as string };
  }

  it("opens a session for the proof and a code, each code once", async () => {
    const { proof, codeAt, cardholderId } = await enterPassword();
    const scope = await signInWithSecondFactor(proof, codeAt(0), from());
    expect(scope).toMatchObject({ cardholderId });
    await expect(signInWithSecondFactor(proof, codeAt(0), from())).rejects.toEqual(
      refusal("MFA_INVALID"),
    );
    expect(await allAuditActions(cardholderId)).toContain("session.open");
  });

  it("accepts a recovery code instead, once", async () => {
    const { proof, recoveryCodes } = await enterPassword();
    const code = recoveryCodes[0] as string;
    await expect(signInWithSecondFactor(proof, code, from())).resolves.toBeTruthy();
    await expect(signInWithSecondFactor(proof, code, from())).rejects.toEqual(
      refusal("MFA_INVALID"),
    );
  });

  it("opens no session without a code", async () => {
    const { proof } = await enterPassword();
    await expect(signInWithSecondFactor(proof, "", from())).rejects.toEqual(
      refusal("MFA_REQUIRED"),
    );
    await expect(signInWithSecondFactor(proof, "000000", from())).rejects.toEqual(
      refusal("MFA_INVALID"),
    );
  });

  it("counts wrong codes toward the same limit as wrong passwords", async () => {
    const { proof, codeAt, email } = await enterPassword();
    const client = from();
    const attempt = (code: string) =>
      signInWithSecondFactor(proof, code, client).catch((error) => error.code);
    for (let n = 0; n < 12; n++) expect(await attempt("")).toBe("MFA_REQUIRED");
    for (let n = 0; n < 6; n++) expect(await attempt("000000")).toBe("MFA_INVALID");
    expect(await tries(client.address, times(4, [email, WRONG]))).toEqual(
      times(4, "INVALID_CREDENTIALS"),
    );
    expect(await attempt(codeAt(0))).toBe("RATE_LIMITED");
    await expect(signInWithSecondFactor(proof, codeAt(0), from())).resolves.toBeTruthy();
  });

  it("is refused if the password has changed, or if no code is required anymore", async () => {
    const { proof, codeAt, cardholderId: id, scope } = await enterPassword();
    const passwordHash = await hashPassword("the heron stands in the reeds");
    const { passwordHash: before } = await db().cardholder.findUniqueOrThrow({ where: { id } });
    await db().cardholder.update({ where: { id }, data: { passwordHash } });
    const refused = refusal("INVALID_CREDENTIALS");
    await expect(signInWithSecondFactor(proof, codeAt(0), from())).rejects.toEqual(refused);
    await db().cardholder.update({ where: { id }, data: { passwordHash: before } });
    expect(await removeApp(scope, PASSWORD)).toBe("removed");
    await expect(signInWithSecondFactor(proof, codeAt(1), from())).rejects.toEqual(refused);
  });

  it("expires after ten minutes, and accepts no forged proof", async () => {
    const { proof, codeAt } = await enterPassword();
    const refused = refusal("INVALID_CREDENTIALS");
    const form = await encryptToken("form", { cardholderId: "x" }, 60);
    for (const other of ["", "x", form, `${proof.slice(0, -3)}AAA`]) {
      await expect(signInWithSecondFactor(other, codeAt(0), from())).rejects.toEqual(refused);
    }
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
    try {
      await expect(signInWithSecondFactor(proof, codeAt(0), from())).rejects.toEqual(refused);
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps its proof out of responses and logs", async () => {
    const { missing } = await enterPassword();
    expect(missing.details).toBeUndefined();
    expect(JSON.stringify({ ...missing, text: String(missing) })).not.toContain(missing.proof);
  });
});

it("signing in and signing out are each audited once", async () => {
  const { email, cardholderId } = await makePerson();
  const scope = await signInAs(email);
  await signOut(scope);
  await signOut(scope);
  expect(await allAuditActions(cardholderId)).toEqual(["session.open", "session.end"]);
});

describe("signing out other sessions", () => {
  it("ends the named session, audited once, and no one else's", async () => {
    const person = await makePerson();
    const [here, there] = [await signInAs(person.email), await signInAs(person.email)];
    const stranger = await makePerson();
    expect(await signOut(stranger.scope, there.familyId)).toBe(false);
    expect(await signOut(here, "no id at all")).toBe(false);
    expect(await sessionScopeOf(there)).toEqual(there);
    expect(await signOut(here, there.familyId)).toBe(true);
    expect(await signOut(here, there.familyId)).toBe(false);
    expect(await sessionScopeOf(there)).toBeNull();
    expect(await sessionScopeOf(here)).toEqual(here);
    const actions = await allAuditActions(person.cardholderId);
    expect(actions.filter((action) => action === "session.end")).toHaveLength(1);
    expect(await allAuditActions(stranger.cardholderId)).toEqual([]);
  });

  it("ends all other sessions, and is audited if there were any", async () => {
    const person = await makePerson();
    const here = await signInAs(person.email);
    expect(await signOutOtherSessions(here)).toBe(1);
    expect(await signOutOtherSessions(here)).toBe(0);
    expect(await sessionScopeOf(here)).toEqual(here);
    const actions = await allAuditActions(person.cardholderId);
    expect(actions).toEqual(["session.open", "session.end-others"]);
  });
});
