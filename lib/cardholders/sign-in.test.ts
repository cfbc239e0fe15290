import { verify } from "@node-rs/argon2";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { cardholderScopeOf } from "#lib/auth/sessions.ts";
import { db } from "#lib/db.ts";
import {
  auditedOf,
  everythingAuditedOf,
  makePerson,
  PASSWORD,
  signInAs,
  someAddress,
} from "#test/signing-in.ts";
import { signIn, signOut, signOutElsewhere } from "./sign-in.ts";

vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, verify: vi.fn(real.verify) };
});

beforeEach(() => {
  vi.mocked(verify).mockClear();
});

const WRONG = "another password entirely";
const refusing = (code: string) => expect.objectContaining({ code });

/** The code of each try from one place, in turn; "in" where it succeeded. */
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
  it("opens a session for address and password, whatever the address's case", async () => {
    const person = await makePerson();
    const scope = await signInAs(person.email.toUpperCase());
    expect(scope.cardholderId).toBe(person.cardholderId);
    const family = await db().sessionFamily.findUniqueOrThrow({ where: { id: scope.familyId } });
    expect(family.userAgent).toBe("Test/1");
  });

  it("takes a password however its accents are composed", async () => {
    const person = await makePerson("cafe\u0301 au lait, s'il vous plait");
    await signInAs(person.email, "caf\u00e9 au lait, s'il vous plait");
  });

  it("says the same of all that is wrong, for one verification each", async () => {
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
      vi.mocked(verify).mockClear();
      await expect(signInAs(email, password)).rejects.toEqual(refusing("INVALID_CREDENTIALS"));
      expect(verify).toHaveBeenCalledTimes(1);
    }
  });

  it("counts as activity of the person's active accounts", async () => {
    const { accountId, email } = await makePerson();
    const long = new Date("2020-01-01T00:00:00.000Z");
    await db().account.update({ where: { id: accountId }, data: { lastActiveAt: long } });
    await signInAs(email);
    const account = await db().account.findUniqueOrThrow({ where: { id: accountId } });
    expect(account.lastActiveAt.getTime()).toBeGreaterThan(long.getTime());
  });

  it("is for nobody of another role", async () => {
    const { cardholderId: id, email } = await makePerson();
    await db().cardholder.update({ where: { id }, data: { role: "school_admin" } });
    await expect(signInAs(email)).rejects.toEqual(refusing("INVALID_CREDENTIALS"));
  });
});

describe("guessing", () => {
  it("ends after ten wrong guesses for an address from one place, and nowhere else", async () => {
    const [{ email, cardholderId }, neighbour] = [await makePerson(), await makePerson()];
    const from = someAddress();
    expect(await tries(from, times(10, [email, WRONG]))).toEqual(times(10, "INVALID_CREDENTIALS"));
    vi.mocked(verify).mockClear();
    expect(await tries(from, times(2, [email.toUpperCase(), PASSWORD]))).toEqual(
      times(2, "RATE_LIMITED"),
    );
    expect(verify).not.toHaveBeenCalled();
    expect(await tries(from, [[neighbour.email, PASSWORD]])).toEqual(["in"]);
    expect(await tries(someAddress(), [[email, PASSWORD]])).toEqual(["in"]);
    expect(await auditedOf(cardholderId)).toEqual(["sign-in.throttle"]);
  });

  it("is no different for an address that nobody has", async () => {
    const [{ email }, from] = [await makePerson(null), someAddress()];
    for (const address of [email, `nobody.${email}`]) {
      expect(await tries(from, times(11, [address, WRONG]))).toEqual([
        ...times(10, "INVALID_CREDENTIALS"),
        "RATE_LIMITED",
      ]);
    }
  });

  it("says how long to wait", async () => {
    const [{ email }, address] = [await makePerson(), someAddress()];
    await tries(address, times(10, [email, WRONG]));
    const refused = signIn({ email, password: PASSWORD }, { address, userAgent: null });
    const { headers } = await refused.catch((error) => error);
    expect(Number(headers["Retry-After"])).toBeGreaterThan(800);
    expect(Number(headers["Retry-After"])).toBeLessThanOrEqual(900);
  });

  it("counts wrong guesses only: the right one forgets those before", async () => {
    const [{ email }, from] = [await makePerson(), someAddress()];
    const nearly: [string, string][] = [
      ...times(9, [email, WRONG] as [string, string]),
      [email, PASSWORD],
    ];
    expect(await tries(from, [...nearly, ...nearly])).not.toContain("RATE_LIMITED");
  });

  it("lets no more than ten through, however many come at once", async () => {
    const [{ email }, address] = [await makePerson(), someAddress()];
    const all = Array.from({ length: 30 }, () =>
      signIn({ email, password: WRONG }, { address, userAgent: null }).catch((error) => error.code),
    );
    const codes = await Promise.all(all);
    expect(codes.filter((code) => code === "INVALID_CREDENTIALS")).toHaveLength(10);
  });

  it("ends after a hundred from one place, whatever the addresses, by all of an IPv6 network", async () => {
    const network = `2001:db8:${someAddress()
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

  it("leaves no address in the table that counts", async () => {
    const [{ email }, address] = [await makePerson(), someAddress()];
    await tries(address, [[email, WRONG]]);
    const rows = JSON.stringify(await db().rateWindow.findMany(), (_, value) =>
      typeof value === "bigint" ? Number(value) : value,
    );
    expect(rows).toContain("tries-guess");
    expect(rows).not.toContain(email);
    expect(rows).not.toContain(address);
  });
});

it("is audited, as signing out is, once", async () => {
  const { email, cardholderId } = await makePerson();
  const scope = await signInAs(email);
  await signOut(scope);
  await signOut(scope);
  expect(await everythingAuditedOf(cardholderId)).toEqual(["session.open", "session.end"]);
});

describe("signing out elsewhere", () => {
  it("ends the session that is named, audited once, and no stranger's", async () => {
    const person = await makePerson();
    const [here, there] = [await signInAs(person.email), await signInAs(person.email)];
    const stranger = await makePerson();
    expect(await signOut(stranger.scope, there.familyId)).toBe(false);
    expect(await signOut(here, "no id at all")).toBe(false);
    expect(await cardholderScopeOf(there.familyId)).toEqual(there);
    expect(await signOut(here, there.familyId)).toBe(true);
    expect(await signOut(here, there.familyId)).toBe(false);
    expect(await cardholderScopeOf(there.familyId)).toBeNull();
    expect(await cardholderScopeOf(here.familyId)).toEqual(here);
    const actions = await everythingAuditedOf(person.cardholderId);
    expect(actions.filter((action) => action === "session.end")).toHaveLength(1);
    expect(await everythingAuditedOf(stranger.cardholderId)).toEqual([]);
  });

  it("ends all but this one, and is audited where there was one", async () => {
    const person = await makePerson();
    const here = await signInAs(person.email);
    expect(await signOutElsewhere(here)).toBe(1);
    expect(await signOutElsewhere(here)).toBe(0);
    expect(await cardholderScopeOf(here.familyId)).toEqual(here);
    const actions = await everythingAuditedOf(person.cardholderId);
    expect(actions).toEqual(["session.open", "session.end-others"]);
  });
});
