import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { readToken } from "#lib/auth/tokens/signed-tokens.ts";
import { db } from "#lib/database/prisma.ts";
import { call, violationsIn } from "#test/api.ts";
import { type Bank, makeAccount, makeBank, makeSchool } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("createEmbedToken");

let bank: Bank;
let account: string;
beforeAll(async () => {
  bank = await makeBank();
  account = await makeAccount(bank);
});

const mint = (body: Record<string, unknown>) =>
  call(tested, { key: bank.key, body: { service_user_id: account, ...body } });

const claimsOf = async (token: string) =>
  (await readToken("embed-session", token))?.claims as Record<string, unknown>;

const sessionOf = async (token: string) => {
  const { sub } = await claimsOf(token);
  return db().embedSession.findUniqueOrThrow({ where: { id: sub as string } });
};

describe("a token", () => {
  it("is valid for ten minutes and is the URL's `token` parameter", async () => {
    const started = Date.now();
    const { status, body } = await mint({});
    expect(status).toBe(200);
    const { embed_token: token, embed_url: url, expires_at: until } = body.data;
    expect(new URL(url).searchParams.get("token")).toBe(token);
    expect(new URL(url).pathname).toBe("/embed/session");
    // Tokens count in whole seconds.
    expect(Date.parse(until) - started).toBeGreaterThan(598_999);
    expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(600_000);
    expect((await sessionOf(token)).expiresAt.toISOString()).toBe(until);
  });

  it.each([60, 900])("is valid for %s seconds on request", async (seconds) => {
    const started = Date.now();
    const { body } = await mint({ expires_in: seconds });
    const until = Date.parse(body.data.expires_at) - seconds * 1_000;
    expect(until).toBeGreaterThan(started - 1_001);
    expect(until).toBeLessThanOrEqual(Date.now());
  });

  it("contains no data about the customer", async () => {
    const { embed_token: token } = (await mint({ dollar_amount: 25 })).body.data;
    expect(Object.keys(await claimsOf(token)).sort()).toEqual(["aud", "exp", "iat", "iss", "sub"]);
  });

  it("isn't interchangeable with tokens of another purpose", async () => {
    const { embed_token: token } = (await mint({})).body.data;
    expect(await readToken("portal-access", token)).toBeNull();
  });

  it("opens a session with what the bank requested", async () => {
    const school = await makeSchool();
    const { body } = await mint({
      school_id: school,
      fund_designation: "rowing",
      dollar_amount: 39.99,
      lock_amount: true,
      lock_school: true,
      return_url: "examplebank://done",
      cancel_url: "https://bank.example/cancelled",
      theme_override: { mode: "dark", primary: "#0B5FFF", text: "red", css: "*{}", radius: 4 },
    });
    expect(await sessionOf(body.data.embed_token)).toMatchObject({
      bankId: bank.bankId,
      accountId: account,
      schoolId: school,
      fundDesignation: "rowing",
      amountCents: 3999n,
      lockAmount: true,
      lockSchool: true,
      returnUrl: "examplebank://done",
      cancelUrl: "https://bank.example/cancelled",
      theme: { mode: "dark", primary: "#0B5FFF" },
    });
  });

  it("rejects a return URL that the bank hasn't registered", async () => {
    const { status, body } = await mint({
      return_url: "otherbank://done",
      cancel_url: "ms-msdt:/id",
    });
    expect(status).toBe(422);
    expect(violationsIn(body)).toEqual([
      "body.cancel_url url_parsing",
      "body.return_url url_parsing",
    ]);
  });

  it("updates the account's points balance, unless it has a later one", async () => {
    const stored = async () => {
      const row = await db().account.findUniqueOrThrow({ where: { id: account } });
      return [row.pointsBalance, row.pointsBalanceAt?.toISOString()];
    };
    const at = (hour: number) => `2026-11-21T${hour}:00:00.000Z`;
    await mint({ points_balance: { points: 48_200, as_of: at(14) } });
    await mint({ points_balance: { points: 50_000, as_of: at(13) } });
    await mint({});
    expect(await stored()).toEqual([48_200n, at(14)]);
    await mint({ points_balance: { points: 43_200, as_of: at(15) } });
    expect(await stored()).toEqual([43_200n, at(15)]);
    // Another bank can't set it.
    const other = await makeBank();
    const points_balance = { points: 1, as_of: at(16) };
    const body = { service_user_id: account, points_balance };
    expect((await call(tested, { key: other.key, body })).status).toBe(422);
    expect(await stored()).toEqual([43_200n, at(15)]);
  });

  it("accepts null for every optional field", async () => {
    const { status } = await mint({
      cancel_url: null,
      return_url: null,
      dollar_amount: null,
      fund_designation: null,
      points_balance: null,
      school_id: null,
      theme_override: null,
    });
    expect(status).toBe(200);
  });
});

describe("a request is rejected", () => {
  it.each([
    ["no account", { service_user_id: undefined }, "body.service_user_id missing"],
    [
      "an unknown account",
      { service_user_id: randomUUID() },
      "body.service_user_id account_not_found",
    ],
    [
      "an id that isn't a UUID",
      { service_user_id: "pat" },
      "body.service_user_id account_not_found",
    ],
    ["59 seconds", { expires_in: 59 }, "body.expires_in greater_than_equal"],
    ["901 seconds", { expires_in: 901 }, "body.expires_in less_than_equal"],
    ["half a second", { expires_in: 60.5 }, "body.expires_in int_type"],
    ["no amount to lock", { lock_amount: true }, "body.lock_amount value_error"],
    ["no school to lock", { lock_school: true }, "body.lock_school value_error"],
    ["an amount of zero", { dollar_amount: 0 }, "body.dollar_amount greater_than"],
    ["a long id", { service_user_id: "x".repeat(200) }, "body.service_user_id account_not_found"],
    ["a long school", { school_id: "x".repeat(200) }, "body.school_id school_not_found"],
    ["an unknown school", { school_id: "none" }, "body.school_id school_not_found"],
    ["a script to return to", { return_url: "javascript:alert(1)" }, "body.return_url url_parsing"],
    ["a path to return to", { cancel_url: "/home" }, "body.cancel_url url_parsing"],
    ["a theme that is text", { theme_override: "dark" }, "body.theme_override dict_type"],
  ])("for %s", async (_, body, violation) => {
    const answer = await mint(body);
    expect(answer.status).toBe(422);
    expect(violationsIn(answer.body)).toEqual([violation]);
  });

  it("with every violation at once", async () => {
    const { body } = await mint({ lock_amount: true, lock_school: true, expires_in: "600" });
    expect(violationsIn(body)).toEqual([
      "body.expires_in int_type",
      "body.lock_amount value_error",
      "body.lock_school value_error",
    ]);
  });

  it("for an amount below the school's minimum, or an inactive school", async () => {
    const closed = await makeSchool({ active: false, minimumCents: 2_500 });
    const { body } = await mint({ school_id: closed, dollar_amount: 24.99 });
    expect(violationsIn(body)).toEqual([
      "body.dollar_amount below_school_minimum",
      "body.school_id school_inactive",
    ]);
  });

  it("for an unlinked account or another bank's", async () => {
    const gone = await makeAccount(bank);
    await call(operation("unlinkAccount"), { key: bank.key, params: { service_user_id: gone } });
    expect(violationsIn((await mint({ service_user_id: gone })).body)).toEqual([
      "body.service_user_id account_not_active",
    ]);
    const foreign = await makeAccount(await makeBank());
    expect(violationsIn((await mint({ service_user_id: foreign })).body)).toEqual([
      "body.service_user_id account_not_found",
    ]);
  });
});
