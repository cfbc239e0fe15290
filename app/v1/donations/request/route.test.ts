import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { call, violationsIn } from "#test/api.ts";
import { donationBody, makeAccount, makeBank, makeSchool } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("requestDonation");

let bank: Awaited<ReturnType<typeof makeBank>>;
let school: string;
beforeAll(async () => {
  bank = await makeBank();
  school = await makeSchool();
});

const submit = (body: unknown, key = bank.key) => call(tested, { key, body });
const rowsOf = (bankId: string) => db().donation.count({ where: { bankId } });

describe("202", () => {
  it("accepts a request with only the required fields and returns the defaults", async () => {
    const body = donationBody(school);
    const answer = await submit(body);
    expect(answer.status).toBe(202);
    expect(answer.body.data).toMatchObject({
      ...body,
      status: "pending",
      points_redeemed: 0,
      fund_id: "annual-fund",
      channel: "bank",
      recurring: false,
      recurrence_cadence: null,
      school_confirmation_id: null,
    });
    expect(answer.body.data).not.toHaveProperty("service_user_id");
  });

  it("returns every field as sent", async () => {
    const body = donationBody(school, {
      dollar_amount: 19.99,
      cardholder_message: "  Go team 🏈  ",
      loyalty_program_id: "gold",
      metadata: { "Campaign ": "ünïcode" },
      points_per_dollar: 99.5,
      points_redeemed: 1999,
      recurring: true,
      recurrence_cadence: "quarterly",
      service_user_id: await makeAccount(bank),
    });
    const answer = await submit(body);
    expect(answer.body.data).toMatchObject(body);
  });

  it("writes donation, pending credit, and outbox entry in one transaction", async () => {
    const { body } = await submit(donationBody(school));
    const id = body.data.donation_id;
    expect(await db().credit.findUnique({ where: { donationId: id } })).toMatchObject({
      status: "pending",
    });
    const jobs = await db().outbox.findMany({ where: { name: "donation/push.requested" } });
    expect(jobs.map(({ data }) => data)).toContainEqual({
      donation_id: id,
      school_id: school,
      bank_id: bank.bankId,
    });
  });

  it("estimates confirmation in five minutes", async () => {
    const { created_at, estimated_confirmation_at } = (await submit(donationBody(school))).body
      .data;
    expect(Date.parse(estimated_confirmation_at) - Date.parse(created_at)).toBe(300_000);
  });

  it("matches the fund by id or name, ignoring case, and passes on an unmatched designation", async () => {
    const fundOf = async (designation: string) =>
      (await submit(donationBody(school, { fund_designation: designation }))).body.data;
    expect(await fundOf("ROWING")).toMatchObject({ fund_id: "rowing", fund_designation: "ROWING" });
    expect(await fundOf("annual fund")).toMatchObject({ fund_id: "annual-fund" });
    expect(await fundOf("For the band")).toMatchObject({
      fund_id: null,
      fund_designation: "For the band",
    });
  });

  it("returns a null cadence for a one-time donation", async () => {
    const answer = await submit(donationBody(school, { recurrence_cadence: "quarterly" }));
    expect(answer.body.data).toMatchObject({ recurring: false, recurrence_cadence: null });
  });

  it("defaults a recurring donation to monthly", async () => {
    const answer = await submit(donationBody(school, { recurring: true }));
    expect(answer.body.data.recurrence_cadence).toBe("monthly");
  });

  it("counts code points: 500 emoji fit where 500 characters do", async () => {
    const message = "🏈".repeat(500);
    const answer = await submit(donationBody(school, { cardholder_message: message }));
    expect(answer.body.data.cardholder_message).toBe(message);
    const over = await submit(donationBody(school, { cardholder_message: `${message}!` }));
    expect(violationsIn(over.body)).toEqual(["body.cardholder_message string_too_long"]);
  });

  it("keeps the caller's own request id", async () => {
    const headers = { "X-Request-Id": "bank-4711" };
    const answer = await call(tested, { key: bank.key, body: donationBody(school), headers });
    expect(answer.headers.get("x-request-id")).toBe("bank-4711");
    expect(answer.body.meta.request_id).toBe("bank-4711");
  });
});

describe("409", () => {
  it("recognizes a retry and returns the first donation's state", async () => {
    const body = donationBody(school);
    const first = await submit(body);
    const again = await submit(body);
    expect(again.status).toBe(409);
    expect(again.body.error).toMatchObject({
      code: "DONATION_DUPLICATE",
      details: {
        donation_id: first.body.data.donation_id,
        status: "pending",
        same_request: true,
      },
    });
  });

  it("reports whether the retry was identical, regardless of field order", async () => {
    const body = donationBody(school, { metadata: { a: "1", b: "2" } });
    await submit(body);
    const same = Object.fromEntries(Object.entries(body).reverse());
    expect((await submit(same)).body.error.details.same_request).toBe(true);
    const other = await submit({ ...body, dollar_amount: 26 });
    expect(other.body.error.details.same_request).toBe(false);
  });

  it("recognizes an equivalent request, however it is written", async () => {
    const body = donationBody(school, { service_user_id: await makeAccount(bank) });
    const account = body.service_user_id as string;
    await submit(body);
    const written = [
      { cardholder_message: null, loyalty_program_id: null, metadata: null },
      { points_per_dollar: null, recurrence_cadence: null },
      { notify_cardholder: true, points_redeemed: 0, recurring: false },
      { recurrence_cadence: "quarterly" },
      { service_user_id: account.toUpperCase(), unknown_field: [1] },
    ].map((more) => JSON.stringify({ ...body, ...more }));
    const spelled = ["25.0", "25.00", "2.5e1", "2500E-2"].map((amount) =>
      JSON.stringify(body).replace('"dollar_amount":25', `"dollar_amount":${amount}`),
    );
    const zero = JSON.stringify(body).replace("{", '{"points_redeemed":-0,');
    for (const rawBody of [...written, ...spelled, zero]) {
      const { error } = (await call(tested, { key: bank.key, rawBody })).body;
      expect(error.details, rawBody).toMatchObject({ same_request: true });
    }
  });

  it("recognizes a monthly donation with and without its cadence", async () => {
    const body = donationBody(school, { recurring: true });
    await submit(body);
    const retry = async (recurrence_cadence: string | null) =>
      (await submit({ ...body, recurrence_cadence })).body.error.details.same_request;
    expect(await retry("monthly")).toBe(true);
    expect(await retry(null)).toBe(true);
    expect(await retry("quarterly")).toBe(false);
  });

  it.each([
    { fund_designation: "Annual-Fund" },
    { cardholder_message: "" },
    { metadata: { a: "1" } },
    { notify_cardholder: false },
    { points_redeemed: 1 },
    { recurring: true },
  ])("recognizes that a request means something else: %j", async (change) => {
    const body = donationBody(school);
    await submit(body);
    const { error } = (await submit({ ...body, ...change })).body;
    expect(error.details.same_request).toBe(false);
  });

  it("recognizes a retry even if it would now be rejected", async () => {
    const body = donationBody(school);
    await submit(body);
    const retry = await submit({ ...body, school_id: "no-such-school", dollar_amount: 0.01 });
    expect(retry.status).toBe(409);
  });

  it("creates one donation from 200 concurrent requests with one reference", async () => {
    const own = await makeBank();
    const body = donationBody(school);
    const answers = await Promise.all(Array.from({ length: 200 }, () => submit(body, own.key)));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(1);
    const id = accepted[0]?.body.data.donation_id;
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(199);
    expect(new Set(refused.map(({ body }) => body.error.details.donation_id))).toEqual(
      new Set([id]),
    );
    expect(await rowsOf(own.bankId)).toBe(1);
    expect(await db().credit.count({ where: { donation: { bankId: own.bankId } } })).toBe(1);
  });

  it("lets other banks use the same reference", async () => {
    const body = donationBody(school);
    await submit(body);
    const other = await makeBank();
    expect((await submit(body, other.key)).status).toBe(202);
  });
});

describe("a field named __proto__", () => {
  const withField = (field: string) =>
    JSON.stringify(donationBody(school)).replace("{", `{${field},`);
  const send = (rawBody: string) => call(tested, { key: bank.key, rawBody });

  it.each(['"__proto__":{"recurring":true}', '"\\u005f_proto__":1', '"a":{"__proto__":{}}'])(
    "is unknown, and ignored: %s",
    async (field) => {
      const { status, body } = await send(withField(field));
      expect(status).toBe(202);
      expect(body.data.recurring).toBe(false);
    },
  );

  it("is rejected in metadata, which couldn't return it", async () => {
    const { body } = await send(withField('"metadata":{"__proto__":"lost","a":"b"}'));
    expect(violationsIn(body)).toEqual(["body.metadata value_error"]);
  });
});

describe("422", () => {
  it("lists every violation of a request at once", async () => {
    const answer = await submit({
      bank_transaction_ref: "",
      dollar_amount: "10",
      school_id: 5,
      points_redeemed: 1.5,
      points_per_dollar: 0,
      recurring: "yes",
      recurrence_cadence: "weekly",
      service_user_id: "me",
      metadata: { a: 1 },
    });
    expect(violationsIn(answer.body)).toEqual([
      "body.bank_transaction_ref string_too_short",
      "body.dollar_amount float_type",
      "body.fund_designation missing",
      "body.metadata.a string_type",
      "body.points_per_dollar greater_than",
      "body.points_redeemed int_type",
      "body.recurrence_cadence enum",
      "body.recurring bool_type",
      "body.school_id string_type",
      "body.service_user_id uuid_parsing",
    ]);
  });

  it.each([
    [0, "greater_than"],
    [-1, "greater_than"],
    [0.001, "decimal_max_places"],
    [19.999, "decimal_max_places"],
    [1_000_000.01, "less_than_equal"],
    [1e300, "less_than_equal"],
    ["25", "float_type"],
    [null, "float_type"],
  ])("rejects the amount %s", async (amount, type) => {
    const answer = await submit(donationBody(school, { dollar_amount: amount as number }));
    expect(violationsIn(answer.body)).toEqual([`body.dollar_amount ${type}`]);
  });

  it("lists every business-rule violation and writes nothing", async () => {
    const own = await makeBank();
    const small = await makeSchool({ minimumCents: 5000 });
    const body = donationBody(small, { service_user_id: await makeAccount(bank) });
    const answer = await submit(body, own.key);
    expect(violationsIn(answer.body)).toEqual([
      "body.dollar_amount below_school_minimum",
      "body.service_user_id account_not_found",
    ]);
    expect(await rowsOf(own.bankId)).toBe(0);
  });

  it("distinguishes an unknown school from an inactive one", async () => {
    for (const id of ["no-such-school", "x".repeat(200)]) {
      const unknown = await submit(donationBody(id));
      expect(violationsIn(unknown.body)).toEqual(["body.school_id school_not_found"]);
    }
    const closed = await submit(donationBody(await makeSchool({ active: false })));
    expect(violationsIn(closed.body)).toEqual(["body.school_id school_inactive"]);
  });

  it("rejects an account that isn't active", async () => {
    const account = await makeAccount(bank);
    await db().account.update({
      where: { id: account },
      data: { status: "unlinked", unlinkedAt: new Date() },
    });
    const answer = await submit(donationBody(school, { service_user_id: account }));
    expect(violationsIn(answer.body)).toEqual(["body.service_user_id account_not_active"]);
  });

  it.each([
    ["a", 16, 202],
    ["a", 17, 422],
    ["é", 8, 202],
    ["é", 9, 422],
  ])("limits metadata to 8 KiB in UTF-8: %s, %i values", async (letter, count, status) => {
    // Keys of 12 bytes and values of 500 characters: 8,192 bytes with 16 of one byte each.
    const values = Array.from({ length: count }, (_, n) => [
      `key-${n}`.padEnd(12, "-"),
      letter.repeat(500),
    ]);
    const answer = await submit(donationBody(school, { metadata: Object.fromEntries(values) }));
    expect(answer.status).toBe(status);
    if (status === 422) expect(violationsIn(answer.body)).toEqual(["body.metadata value_error"]);
  });

  it.each([
    ["bank_transaction_ref", "a\0b"],
    ["cardholder_message", "\ud800"],
  ])("rejects text that can't be stored in %s", async (field, value) => {
    const answer = await submit({ ...donationBody(school), [field]: value });
    expect(violationsIn(answer.body)).toEqual([`body.${field} value_error`]);
  });

  it.each([
    ["", "body json_invalid"],
    ["{", "body json_invalid"],
    ["[]", "body model_type"],
    ["null", "body model_type"],
    ['"text"', "body model_type"],
  ])("rejects a body that isn't a JSON object: %s", async (rawBody, violation) => {
    const answer = await call(tested, { key: bank.key, rawBody });
    expect(answer.status).toBe(422);
    expect(violationsIn(answer.body)).toEqual([violation]);
  });
});

describe("413 and 415", () => {
  const bodyOf = (bytes: number) => {
    const body = JSON.stringify(donationBody(school));
    return `${body.slice(0, -1)},"filler":"${"x".repeat(bytes - body.length - 12)}"}`;
  };

  it("accepts a body of 64 KiB and rejects one byte more", async () => {
    const exact = bodyOf(65_536);
    expect(Buffer.byteLength(exact)).toBe(65_536);
    expect((await call(tested, { key: bank.key, rawBody: exact })).status).toBe(202);
    const over = await call(tested, { key: bank.key, rawBody: bodyOf(65_537) });
    expect(over.body.error.code).toBe("PAYLOAD_TOO_LARGE");
  });

  it.each([
    "application/json; charset=UTF8",
    'application/json;charset="utf-8"',
    "application/json; charset=utf-8; profile=x",
    "Application/JSON; profile=https://bank.example/v1",
    "application/json ;",
  ])("accepts the content type %s", async (type) => {
    const headers = { "Content-Type": type };
    const answer = await call(tested, { key: bank.key, body: donationBody(school), headers });
    expect(answer.status).toBe(202);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16"])(
    "rejects the content type %s",
    async (type) => {
      const body = donationBody(school);
      const answer = await call(tested, {
        key: bank.key,
        body,
        headers: { "Content-Type": type },
      });
      expect(answer.body.error.code).toBe("UNSUPPORTED_MEDIA_TYPE");
    },
  );
});
