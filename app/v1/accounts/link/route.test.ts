import { describe, expect, it } from "vitest";
import { unlinkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { call, violationsIn } from "#test/api.ts";
import { linkBody, makeBank, makeSchool } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("linkAccount");

async function bankWithLink() {
  const bank = await makeBank();
  return { bank, link: (body: unknown) => call(tested, { key: bank.key, body }) };
}

const accountOf = (id: string) => db().account.findUniqueOrThrow({ where: { id } });

it("links immediately if no redirect is requested", async () => {
  const { link } = await bankWithLink();
  const answer = await link(linkBody());
  expect(answer.status).toBe(201);
  expect(answer.body.data).toMatchObject({ status: "active", oauth_redirect_url: null });
});

it("is pending_oauth if a redirect is requested, and a link without one activates it", async () => {
  const { link } = await bankWithLink();
  const body = linkBody();
  const waiting = await link({ ...body, redirect_uri: "examplebank://linked" });
  expect(waiting.body.data.status).toBe("pending_oauth");
  expect(waiting.body.data.oauth_redirect_url).toMatch(/^http/);
  const active = await link(body);
  expect(active.body.data).toMatchObject({
    service_user_id: waiting.body.data.service_user_id,
    status: "active",
    oauth_redirect_url: null,
  });
});

it.each(["state", "nonce", "code_challenge"])(
  "rejects %s without redirect_uri, which would link without consent",
  async (name) => {
    const { bank, link } = await bankWithLink();
    const sent = { ...linkBody(), [name]: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" };
    for (const absent of [{}, { redirect_uri: null }]) {
      const answer = await link({ ...sent, ...absent });
      expect(answer.status).toBe(422);
      expect(violationsIn(answer.body)).toEqual(["body.redirect_uri missing"]);
    }
    expect(await db().account.count({ where: { bankId: bank.bankId } })).toBe(0);
    expect((await link({ ...linkBody(), [name]: null })).status).toBe(201);
  },
);

it.each([
  "otherbank://linked",
  "ms-msdt:/id PCWDiagnostic".replace(" ", "%20"),
  "search-ms:query=x",
  "feed:javascript:alert(1)",
  "smb://files.example/share",
])("rejects a redirect to %s, whose scheme the bank hasn't registered", async (redirect_uri) => {
  const { link } = await bankWithLink();
  const answer = await link({ ...linkBody(), redirect_uri });
  expect(answer.status).toBe(422);
  expect(violationsIn(answer.body)).toEqual(["body.redirect_uri url_parsing"]);
});

it("returns everything the bank sent", async () => {
  const { bank, link } = await bankWithLink();
  const sent = { phone: "+1 614 555 0100", tax_receipt_email: "tax@example.com" };
  const metadata = { branch: "Columbus", "a key of no more than forty characters": "" };
  const { body } = await link({ ...linkBody(), ...sent, metadata });
  const params = { service_user_id: body.data.service_user_id };
  const shown = await call(operation("getAccount"), { key: bank.key, params });
  expect(shown.body.data).toMatchObject({ ...sent, metadata });
  const listed = await call(operation("listAccounts"), { key: bank.key });
  expect(listed.body.data).toMatchObject([{ ...sent, metadata }]);
});

it("keeps school and fund as the account's preferences", async () => {
  const { link } = await bankWithLink();
  const school_id = await makeSchool();
  const { body } = await link({ ...linkBody(), school_id, fund_designation: "Rowing" });
  expect(await accountOf(body.data.service_user_id)).toMatchObject({
    preferredSchoolId: school_id,
    preferredFund: "Rowing",
  });
});

it("reports that a cardholder is already linked, and their account", async () => {
  const { link } = await bankWithLink();
  const body = linkBody();
  const first = await link(body);
  const again = await link({ ...body, school_id: "no-such-school" });
  expect(again.status).toBe(409);
  expect(again.body.error).toMatchObject({
    code: "ACCOUNT_ALREADY_LINKED",
    details: { service_user_id: first.body.data.service_user_id },
  });
});

it("creates one account from 50 concurrent links of one user", async () => {
  const { bank, link } = await bankWithLink();
  const body = linkBody();
  const answers = await Promise.all(Array.from({ length: 50 }, () => link(body)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
  expect(await db().account.count({ where: { bankId: bank.bankId } })).toBe(1);
});

it("reactivates an unlinked account under its old id with the new details", async () => {
  const { link } = await bankWithLink();
  const body = linkBody();
  const id = (await link(body)).body.data.service_user_id;
  await db().account.update({
    where: { id },
    data: { status: "unlinked", unlinkedAt: new Date(), unlinkReason: "bank_policy" },
  });
  const reactivated = await link({ ...body, display_name: "New Name" });
  expect(reactivated.body.data.service_user_id).toBe(id);
  expect(await accountOf(id)).toMatchObject({
    status: "active",
    displayName: "New Name",
    unlinkedAt: null,
    unlinkReason: null,
  });
});

it("creates two accounts and one cardholder if two banks link the same address", async () => {
  const one = await bankWithLink();
  const two = await bankWithLink();
  const body = linkBody();
  const a = await one.link(body);
  const b = await two.link({ ...body, email: body.email.toUpperCase() });
  expect(a.body.data.service_user_id).not.toBe(b.body.data.service_user_id);
  const [first, second] = await Promise.all(
    [a, b].map(({ body: answer }) => accountOf(answer.data.service_user_id)),
  );
  expect(first?.cardholderId).toBe(second?.cardholderId);
});

describe("accounts under one address", () => {
  const many = (link: (body: unknown) => ReturnType<typeof call>, email: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => link({ ...linkBody(), email })));

  it("are limited to ten active per bank, under any number of concurrent requests", async () => {
    const { bank, link } = await bankWithLink();
    const { email } = linkBody();
    const answers = await many(link, email, 16);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused).toHaveLength(6);
    for (const { body } of refused) expect(violationsIn(body)).toEqual(["body.email value_error"]);
    expect(await db().account.count({ where: { bankId: bank.bankId } })).toBe(10);
    // Regardless of letter case, and along with the other violations.
    const again = { ...linkBody(), email: email.toUpperCase(), school_id: "no-such-school" };
    expect(violationsIn((await link(again)).body)).toEqual([
      "body.email value_error",
      "body.school_id school_not_found",
    ]);
    const waiting = { ...linkBody(), email, redirect_uri: "bankapp://linked" };
    expect((await link(waiting)).status).toBe(422);
  });

  it("free a slot when one is unlinked, and a pending one activates in its own slot", async () => {
    const { bank, link } = await bankWithLink();
    const { email } = linkBody();
    const waiting = { ...linkBody(), email };
    await link({ ...waiting, redirect_uri: "bankapp://linked" });
    const answers = await many(link, email, 9);
    expect((await link(waiting)).status).toBe(201);
    expect((await link({ ...linkBody(), email })).status).toBe(422);
    await unlinkAccount(bank.scope, answers[0]?.body.data.service_user_id, {});
    expect((await link({ ...linkBody(), email })).status).toBe(201);
  });

  it("are counted per bank, revealing nothing about other banks", async () => {
    const { email } = linkBody();
    await many((await bankWithLink()).link, email, 10);
    expect((await (await bankWithLink()).link({ ...linkBody(), email })).status).toBe(201);
  });
});

it("rejects a preferred school that is unknown or inactive", async () => {
  const { link } = await bankWithLink();
  for (const school_id of ["no-such-school", "x".repeat(200)]) {
    const unknown = await link({ ...linkBody(), school_id });
    expect(violationsIn(unknown.body)).toEqual(["body.school_id school_not_found"]);
  }
  const school_id = await makeSchool({ active: false });
  const inactive = await link({ ...linkBody(), school_id });
  expect(violationsIn(inactive.body)).toEqual(["body.school_id school_inactive"]);
});

it.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "http://bank.example/back",
  "/relative",
  "https://",
  "bank app://x",
])("rejects a redirect to %s", async (redirect_uri) => {
  const { link } = await bankWithLink();
  const answer = await link({ ...linkBody(), redirect_uri });
  expect(violationsIn(answer.body)).toEqual(["body.redirect_uri url_parsing"]);
});

it("lists every violation of a request at once", async () => {
  const { link } = await bankWithLink();
  const answer = await link({
    bank_user_id: "u".repeat(129),
    display_name: "",
    email: "nobody",
    tax_receipt_email: "nobody",
    metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, "v"])),
  });
  expect(violationsIn(answer.body)).toEqual([
    "body.bank_user_id string_too_long",
    "body.display_name string_too_short",
    "body.email value_error",
    "body.loyalty_program_id missing",
    "body.metadata value_error",
    "body.tax_receipt_email value_error",
  ]);
});

describe("a points balance", () => {
  const balance = { points: 48_200, as_of: "2026-11-21T14:03:22.118Z" };
  const stored = async (bank: { key: string }, service_user_id: string) =>
    (await call(operation("getAccount"), { key: bank.key, params: { service_user_id } })).body.data
      .points_balance;

  it("is stored until the account is linked again", async () => {
    const { bank, link } = await bankWithLink();
    const body = linkBody();
    const { service_user_id: id } = (await link({ ...body, points_balance: balance })).body.data;
    expect(await stored(bank, id)).toEqual(balance);
    await unlinkAccount(bank.scope, id, {});
    await link({ ...body, email: "somebody-else@example.com" });
    expect(await stored(bank, id)).toBeNull();
  });

  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  it.each([
    [{ ...balance, points: -1 }, "points greater_than_equal"],
    [{ ...balance, points: 0.5 }, "points int_type"],
    [{ ...balance, points: 2 ** 53 }, "points less_than_equal"],
    [{ ...balance, as_of: "yesterday" }, "as_of datetime_parsing"],
    [{ ...balance, as_of: inMinutes(10) }, "as_of value_error"],
    [{ points: 1 }, "as_of missing"],
  ])("is rejected as %j", async (points_balance, violation) => {
    const { link } = await bankWithLink();
    const { status, body } = await link({ ...linkBody(), points_balance });
    expect(status).toBe(422);
    expect(violationsIn(body)).toEqual([`body.points_balance.${violation}`]);
  });

  it("may be none, or from a clock a little ahead of ours", async () => {
    const { link } = await bankWithLink();
    for (const points_balance of [null, { points: 0, as_of: inMinutes(3) }]) {
      expect((await link({ ...linkBody(), points_balance })).status).toBe(201);
    }
  });
});
