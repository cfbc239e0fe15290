import { beforeAll, describe, expect, it } from "vitest";
import { unlinkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { call, violationsIn } from "#test/api.ts";
import { push } from "#test/attempts.ts";
import { type Cardholder, makeCardholder, makeSchool } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("requestPortalDonation");
const get = operation("getPortalDonation");

let person: Cardholder;
let school: string;
beforeAll(async () => {
  person = await makeCardholder();
  school = await makeSchool({ name: "Give State" });
});

const bodyOf = (changes: Record<string, unknown> = {}) => ({
  loyalty_account_id: person.accountId,
  school_id: school,
  fund_designation: "rowing",
  dollar_amount: 25,
  ...changes,
});
const give = (changes?: Record<string, unknown>, { token } = person) =>
  call(tested, { token, body: bodyOf(changes) });
const rowOf = (id: string) => db().donation.findUniqueOrThrow({ where: { id } });

describe("202", () => {
  it("accepts a donation of the account's points", async () => {
    const { status, body } = await give({ cardholder_message: "Row!" });
    expect(status).toBe(202);
    const { donation_id } = body.data;
    expect(body.data).toMatchObject({
      status: "pending",
      service_user_id: person.accountId,
      school_id: school,
      school_name: "Give State",
      fund_id: "rowing",
      fund_name: "Rowing",
      dollar_amount: 25,
      points_redeemed: 2500,
      points_per_dollar: 100,
      bank_transaction_ref: `portal:${donation_id}`,
      channel: "portal",
      loyalty_program_id: "gold",
      cardholder_message: "Row!",
      recurring: false,
      receipt_available: false,
    });
    const found = await call(get, { token: person.token, params: { donation_id } });
    expect(found.body.data).toEqual(body.data);
  });

  it("writes donation, pending credit, and outbox entry in one transaction", async () => {
    const id = (await give()).body.data.donation_id;
    expect(await db().credit.findUnique({ where: { donationId: id } })).toMatchObject({
      status: "pending",
    });
    const jobs = await db().outbox.findMany({ where: { name: "donation/push.requested" } });
    expect(jobs.map(({ data }) => data)).toContainEqual({
      donation_id: id,
      school_id: school,
      bank_id: expect.any(String),
    });
  });

  it.each([
    [100, 19.99, 1999],
    [1.1, 100, 110],
    [1.1, 0.5, 1],
    [62.5, 10.01, 626],
    [0.01, 7, 1],
    [33.333, 3, 100],
    [1_000_000, 1_000, 1_000_000_000],
  ])("at %d points per dollar, charges $%d as %d points", async (rate, dollars, points) => {
    const saver = await makeCardholder();
    const program = { bankId: saver.bank.bankId, programId: "gold", name: "Gold" };
    await db().loyaltyProgram.create({ data: { ...program, pointsPerDollar: rate } });
    const cheap = await makeSchool({ minimumCents: 1 });
    const gift = { dollar_amount: dollars, school_id: cheap, loyalty_account_id: saver.accountId };
    const { body } = await give(gift, saver);
    expect(body.data).toMatchObject({ points_redeemed: points, points_per_dollar: rate });
  });

  it("records the email choice, which defaults to yes", async () => {
    const notified = async (changes?: Record<string, unknown>) =>
      (await rowOf((await give(changes)).body.data.donation_id)).notifyCardholder;
    expect(await notified()).toBe(true);
    expect(await notified({ notify_by_email: false })).toBe(false);
  });

  it("creates a donation for each of two requests", async () => {
    const [first, second] = await Promise.all([give(), give()]);
    expect(first.body.data.donation_id).not.toBe(second.body.data.donation_id);
  });

  it("shows it only to the account's bank", async () => {
    const params = { donation_id: (await give()).body.data.donation_id };
    const bankGet = operation("getDonation");
    const own = await call(bankGet, { key: person.bank.key, params });
    expect(own.body.data).toMatchObject({ channel: "portal", points_redeemed: 2500 });
    const other = (await makeCardholder()).bank;
    expect((await call(bankGet, { key: other.key, params })).status).toBe(404);
  });

  it("tells the bank on completion whose points to take and how many", async () => {
    const id = (await give()).body.data.donation_id;
    await push(id);
    const event = await db().event.findFirstOrThrow({ where: { donationId: id } });
    const account = await db().account.findUniqueOrThrow({ where: { id: person.accountId } });
    expect(event.bankId).toBe(person.bank.bankId);
    expect(JSON.parse(event.body)).toMatchObject({
      type: "donation.completed",
      data: {
        channel: "portal",
        service_user_id: person.accountId,
        bank_user_id: account.bankUserId,
        loyalty_program_id: "gold",
        points_redeemed: 2500,
      },
    });
  });
});

describe("422", () => {
  it("treats another cardholder's account as unknown", async () => {
    const stranger = await makeCardholder(person.bank);
    const answer = await give({ loyalty_account_id: stranger.accountId });
    expect(answer.status).toBe(422);
    expect(violationsIn(answer.body)).toEqual([
      "body.loyalty_account_id loyalty_account_not_found",
    ]);
    expect(await db().donation.count({ where: { accountId: stranger.accountId } })).toBe(0);
  });

  it("rejects an account that isn't active", async () => {
    const former = await makeCardholder();
    await unlinkAccount(former.bank.scope, former.accountId, {});
    const answer = await give({ loyalty_account_id: former.accountId }, former);
    expect(violationsIn(answer.body)).toEqual(["body.loyalty_account_id account_not_active"]);
  });

  it("lists every business-rule violation and writes nothing", async () => {
    const before = await db().donation.count({ where: { bankId: person.bank.bankId } });
    const stranger = await makeCardholder();
    const school_id = await makeSchool({ minimumCents: 5000 });
    const answer = await give({ school_id, loyalty_account_id: stranger.accountId });
    expect(violationsIn(answer.body)).toEqual([
      "body.dollar_amount below_school_minimum",
      "body.loyalty_account_id loyalty_account_not_found",
    ]);
    expect(await db().donation.count({ where: { bankId: person.bank.bankId } })).toBe(before);
  });

  it("reports what is left today if the program's limit is exceeded", async () => {
    const saver = await makeCardholder();
    const giveAmount = (dollar_amount: number) =>
      give({ dollar_amount, loyalty_account_id: saver.accountId }, saver);
    const tooMuch = await giveAmount(1_000_000);
    expect(tooMuch.status).toBe(422);
    expect(violationsIn(tooMuch.body)).toEqual(["body.dollar_amount limit_exceeded"]);
    for (const _ of [1, 2]) expect((await giveAmount(1_000)).status).toBe(202);
    expect((await giveAmount(600)).body.detail).toEqual([
      {
        loc: ["body", "dollar_amount"],
        msg: "$500 left today.",
        type: "limit_exceeded",
      },
    ]);
  });

  it("distinguishes an unknown school from an inactive one", async () => {
    for (const school_id of ["no-such-school", "x".repeat(200)]) {
      const unknown = await give({ school_id });
      expect(violationsIn(unknown.body)).toEqual(["body.school_id school_not_found"]);
    }
    const closed = await give({ school_id: await makeSchool({ active: false }) });
    expect(violationsIn(closed.body)).toEqual(["body.school_id school_inactive"]);
  });

  it("lists every violation at once", async () => {
    const { token } = person;
    const body = {
      loyalty_account_id: "mine",
      fund_designation: "",
      dollar_amount: 19.999,
      cardholder_message: "x".repeat(501),
      notify_by_email: "yes",
    };
    const answer = await call(tested, { token, body });
    expect(violationsIn(answer.body)).toEqual([
      "body.cardholder_message string_too_long",
      "body.dollar_amount decimal_max_places",
      "body.fund_designation string_too_short",
      "body.loyalty_account_id uuid_parsing",
      "body.notify_by_email bool_type",
      "body.school_id missing",
    ]);
  });
});
