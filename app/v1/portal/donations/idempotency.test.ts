import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { applyRetention } from "#lib/retention/apply.ts";
import { call, send, violationsIn } from "#test/api.ts";
import { push } from "#test/attempts.ts";
import { APPROVED, type Authorizer, startAuthorizer } from "#test/authorizer.ts";
import { type Cardholder, makeCardholder, makeSchool } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("requestPortalDonation");

let person: Cardholder;
let school: string;
beforeAll(async () => {
  person = await makeCardholder();
  school = await makeSchool();
});

const bodyOf = ({ accountId }: Cardholder, changes: Record<string, unknown> = {}) => ({
  loyalty_account_id: accountId,
  school_id: school,
  fund_designation: "rowing",
  dollar_amount: 25,
  ...changes,
});
const give = (key: string, changes?: Record<string, unknown>, by = person) =>
  call(tested, {
    token: by.token,
    body: bodyOf(by, changes),
    headers: { "Idempotency-Key": key },
  });
const giftsOf = ({ accountId }: Cardholder) => db().donation.count({ where: { accountId } });
const age = (id: string, hours: number) =>
  db().donation.update({
    where: { id },
    data: { createdAt: new Date(Date.now() - hours * 3_600_000) },
  });
const KEY_IN_USE = ["header.Idempotency-Key value_error"];

describe("the same key and request", () => {
  it("create one gift and get the same response, even after the school has confirmed it", async () => {
    const by = await makeCardholder();
    const key = randomUUID();
    const first = await give(key, {}, by);
    expect(first.status).toBe(202);
    const { donation_id } = first.body.data;
    await push(donation_id);
    const again = await give(key, {}, by);
    expect([again.status, again.body.data]).toEqual([202, first.body.data]);
    expect(await giftsOf(by)).toBe(1);
  });

  it("are recognized however the request is written, even if it would now be rejected", async () => {
    const by = await makeCardholder();
    const closing = await makeSchool();
    const key = "Order 66 ~!";
    const first = await give(key, { school_id: closing }, by);
    await db().school.update({ where: { id: closing }, data: { active: false } });
    const written = {
      school_id: closing,
      cardholder_message: null,
      notify_by_email: true,
      more: 1,
    };
    const again = await give(key, written, by);
    expect(again.body.data).toEqual(first.body.data);
  });

  it("create one gift if sent 40 times concurrently", async () => {
    const by = await makeCardholder();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 40 }, () => give(key, {}, by)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.data.donation_id)).size).toBe(1);
    expect(await giftsOf(by)).toBe(1);
  });

  it("create another gift after 24 hours, and not before", async () => {
    const by = await makeCardholder();
    const key = randomUUID();
    const first = (await give(key, {}, by)).body.data.donation_id;
    await age(first, 23.9);
    expect((await give(key, {}, by)).body.data.donation_id).toBe(first);
    await age(first, 24.1);
    expect((await give(key, { dollar_amount: 26 }, by)).status).toBe(202);
    expect(await giftsOf(by)).toBe(2);
  });

  it("create two gifts for two people", async () => {
    const key = randomUUID();
    const other = await makeCardholder(person.bank);
    const [mine, theirs] = [await give(key), await give(key, {}, other)];
    expect(mine.body.data.donation_id).not.toBe(theirs.body.data.donation_id);
  });
});

describe("the same key and another request", () => {
  it("is rejected, and creates nothing", async () => {
    const by = await makeCardholder();
    const key = randomUUID();
    await give(key, {}, by);
    for (const change of [{ dollar_amount: 26 }, { school_id: "nowhere" }]) {
      const { status, body } = await give(key, change, by);
      expect([status, violationsIn(body)]).toEqual([422, KEY_IN_USE]);
    }
    expect(await giftsOf(by)).toBe(1);
  });

  it("is accepted if the first request was rejected", async () => {
    const key = randomUUID();
    expect((await give(key, { dollar_amount: 0.01 })).status).toBe(422);
    expect((await give(key)).status).toBe(202);
  });

  it("creates only one gift if both arrive concurrently", async () => {
    const by = await makeCardholder();
    const key = randomUUID();
    const amounts = Array.from({ length: 20 }, (_, at) => 10 + at);
    const answers = await Promise.all(
      amounts.map((dollar_amount) => give(key, { dollar_amount }, by)),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused).toHaveLength(19);
    for (const { body } of refused) expect(violationsIn(body)).toEqual(KEY_IN_USE);
    expect(await giftsOf(by)).toBe(1);
  });
});

it("creates two gifts from two requests without a key", async () => {
  const by = await makeCardholder();
  for (let i = 0; i < 2; i++) await call(tested, { token: by.token, body: bodyOf(by) });
  expect(await giftsOf(by)).toBe(2);
});

it.each([
  ["", "string_too_short"],
  ["k".repeat(256), "string_too_long"],
  ["cl\u00e9", "value_error"],
])("rejects the key %j, along with other violations", async (key, type) => {
  const { status, body } = await give(key, { dollar_amount: 0 });
  const expected = ["body.dollar_amount greater_than", `header.Idempotency-Key ${type}`];
  expect([status, violationsIn(body)]).toEqual([422, expected]);
});

it("accepts a key of 255 characters", async () => {
  expect((await give("k".repeat(255))).status).toBe(202);
});

it("keeps keys for a day", async () => {
  const by = await makeCardholder();
  const [old, recent] = [await give("old", {}, by), await give("recent", {}, by)];
  await age(old.body.data.donation_id, 25);
  await applyRetention();
  const kept = await db().donation.findMany({
    where: { accountId: by.accountId, idempotencyKey: { not: null } },
  });
  expect(kept.map(({ id }) => id)).toEqual([recent.body.data.donation_id]);
});

describe("a bank that approves gifts first", () => {
  let bank: Authorizer;
  let by: Cardholder;
  beforeAll(async () => {
    bank = await startAuthorizer();
    by = await makeCardholder();
    await bank.serve(by.bank);
  });
  afterAll(() => bank.close());

  it("is asked once about ten requests with one key", async () => {
    bank.answerWith(APPROVED);
    const key = randomUUID();
    const before = bank.asked.length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => give(key, {}, by)));
    expect(new Set(answers.map(({ body }) => body.data?.donation_id)).size).toBe(1);
    expect(bank.asked.length - before).toBe(1);
    expect((await give(key, {}, by)).status).toBe(202);
    expect(bank.asked.length - before).toBe(1);
  });

  it("is asked again after it has declined", async () => {
    const key = randomUUID();
    bank.answerWith({ decision: "declined" });
    const headers = { "Idempotency-Key": key };
    const declined = await send(tested, { token: by.token, body: bodyOf(by), headers });
    expect(declined.status).toBe(409);
    bank.answerWith(APPROVED);
    expect((await give(key, {}, by)).status).toBe(202);
  });
});
