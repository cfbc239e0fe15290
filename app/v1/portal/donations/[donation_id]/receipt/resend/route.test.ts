import { describe, expect, it } from "vitest";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { updateCardholderPreferences } from "#lib/cardholders/profile/preferences.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { emailReceipt } from "#lib/receipts/mutations.ts";
import { call, violationsIn } from "#test/api.ts";
import {
  type Cardholder,
  donationBody,
  donationRequestOf,
  linkBody,
  makeBank,
  makeCardholder,
  makeSchool,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { makeCompletedDonation } from "#test/receipt-operations.ts";

const tested = operation("resendReceipt");

async function completed() {
  const person = await makeCardholder();
  return { person, id: await makeCompletedDonation(person) };
}

const resend = (person: Cardholder, donation_id: string, body?: unknown) =>
  call(tested, { token: person.token, params: { donation_id }, body });

/** Emails with a receipt: each school here is new, so its first receipt has this number. */
const emailsTo = (to: string) =>
  db().email.findMany({ where: { to, text: { contains: "-000001" } } });

describe("200", () => {
  it.each([[undefined], [{}], [{ email: null }]])("goes to the donor for %j", async (body) => {
    const { person, id } = await completed();
    const answer = await resend(person, id, body);
    expect(answer.body.data).toEqual({ sent_to: person.email });
    const [email] = await emailsTo(person.email);
    const { content } = await db().receipt.findFirstOrThrow({ where: { donationId: id } });
    expect(email?.text).toContain((content as { receipt_number: string }).receipt_number);
    expect(email?.text).toContain(`/donations/${id}`);
  });

  it("has the receipt attached", async () => {
    const { person, id } = await completed();
    await resend(person, id, { email: "accountant@example.com" });
    const [email] = await emailsTo("accountant@example.com");
    expect(email?.content).toMatchObject({ attachedReceiptOf: id });
    expect(email?.subject).toMatch(/^Receipt for a \$25 gift to /);
  });

  it("goes to the receipt's original address, even if it has changed since", async () => {
    const { person, id } = await completed();
    await resend(person, id);
    const data = { taxReceiptEmail: "later@example.com" };
    await db().cardholder.update({ where: { id: person.cardholderId }, data });
    expect((await resend(person, id)).body.data.sent_to).toBe(person.email);
  });

  it("is sent even if the donor opted out of receipt emails", async () => {
    const { person, id } = await completed();
    const cardholderId = person.cardholderId;
    const data = { cardholderId, emailTaxReceipt: false, updatedAt: new Date() };
    await db().preference.upsert({ where: { cardholderId }, create: data, update: data });
    expect((await resend(person, id)).status).toBe(200);
    expect(await emailsTo(person.email)).toHaveLength(1);
  });
});

describe("to other addresses", () => {
  it("is limited to five a day, under concurrency", async () => {
    const { person, id } = await completed();
    const email = `friend.${id}@example.com`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => resend(person, id, { email })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    for (const { body, headers } of refused) {
      expect(body.error.code).toBe("RATE_LIMITED");
      const seconds = Number(headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(86_000);
      expect(seconds).toBeLessThanOrEqual(86_400);
    }
    expect(await emailsTo(email)).toHaveLength(5);
    // The donor's own address still works, in either letter case. Other donors have their own limit, but
    // not for an address that has reached its five.
    const own = { email: person.email.toUpperCase() };
    for (let n = 0; n < 3; n++) expect((await resend(person, id, own)).status).toBe(200);
    const other = await completed();
    expect((await resend(other.person, other.id, { email: `x.${email}` })).status).toBe(200);
    expect((await resend(other.person, other.id, { email })).status).toBe(429);
  });

  it("counts the donor's chosen receipt address, which is unverified", async () => {
    const person = await makeCardholder();
    const data = { taxReceiptEmail: `victim.${person.cardholderId}@example.com` };
    await db().cardholder.update({ where: { id: person.cardholderId }, data });
    const id = await makeCompletedDonation(person);
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push((await resend(person, id)).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("counts addresses from banks, which are unverified", async () => {
    const person = await makeCardholder();
    const address = `victim.${person.cardholderId}@example.com`;
    const link = { ...linkBody(), email: person.email, tax_receipt_email: address };
    await linkAccount((await makeBank()).scope, link);
    const id = await makeCompletedDonation(person);
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push((await resend(person, id, { email: address })).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("doesn't count requests rejected for another reason", async () => {
    const { person } = await completed();
    const { id: foreign } = await completed();
    for (let n = 0; n < 6; n++) {
      const answer = await resend(person, foreign, { email: "a@example.com" });
      expect(answer.body.error.code).toBe("DONATION_NOT_FOUND");
    }
    expect(await db().rateWindow.count({ where: { key: { contains: person.cardholderId } } })).toBe(
      0,
    );
  });
});

it("rejects an invalid address", async () => {
  const { person, id } = await completed();
  const { body } = await resend(person, id, { email: "nobody" });
  expect(violationsIn(body)).toEqual(["body.email value_error"]);
});

describe("automatic emails", () => {
  it("emails the donor once, even if triggered several times", async () => {
    const { person, id } = await completed();
    await Promise.all([emailReceipt(id), emailReceipt(id)]);
    await emailReceipt(id);
    expect(await emailsTo(person.email)).toHaveLength(1);
  });

  it("emails nobody without a known donor or against their preference", async () => {
    const { person, id } = await completed();
    await updateCardholderPreferences(person.scope, { email_tax_receipt: false });
    await emailReceipt(id);
    const options = { school_id: await makeSchool(), service_user_id: null };
    await emailReceipt(await makeCompletedDonation(person, options));
    expect(await emailsTo(person.email)).toEqual([]);
  });

  it("sends nothing if the bank turned off notification", async () => {
    const person = await makeCardholder();
    await emailReceipt(await makeCompletedDonation(person, { notify_cardholder: false }));
    expect(await emailsTo(person.email)).toEqual([]);
  });

  it("sends nothing for an unconfirmed donation", async () => {
    const { person } = await completed();
    const request = donationRequestOf(
      donationBody(await makeSchool(), { service_user_id: person.accountId }),
    );
    const { donation_id } = await requestDonation(person.bank.scope, request);
    await emailReceipt(donation_id);
    expect(await emailsTo(person.email)).toEqual([]);
  });
});
