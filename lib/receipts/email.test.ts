import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { updateCardholderPreferences } from "#lib/cardholders/profile/preferences.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { rereadEnv } from "#lib/env.ts";
import { push } from "#test/attempts.ts";
import { type Cardholder, donationBody, donationRequestOf, makeSchool } from "#test/factories.ts";
import { emailsTo, makePerson } from "#test/sign-in.ts";
import { receiptAttachment } from "./email.ts";
import { emailReceipt } from "./mutations.ts";

/** Settles a gift and issues its receipt, as in production. @returns its ID */
async function give(person: Cardholder): Promise<string> {
  const body = donationBody(await makeSchool(), {
    service_user_id: person.accountId,
    points_redeemed: 2500,
  });
  const { donation_id: id } = await requestDonation(person.bank.scope, donationRequestOf(body));
  await push(id);
  return id;
}

const change = (person: Cardholder, data: object) =>
  db().cardholder.update({ where: { id: person.cardholderId }, data });

const chosenAddress = () => `taxes.${randomUUID()}@example.com`;

describe("a confirmed gift", () => {
  it("is one email: thanks, the ticket, and the receipt", async () => {
    const person = await makePerson();
    await change(person, { displayName: "Jordan" });
    const id = await give(person);
    await Promise.all([emailReceipt(id), push(id)]);
    const [email, ...others] = await emailsTo(person.email);
    expect(others).toEqual([]);
    expect(email).toMatchObject({ id, kind: "donation" });
    for (const words of ["Thank you, Jordan!", "2,500 points", "Annual Fund", "-000001"]) {
      expect(email?.text).toContain(words);
    }
    expect(email?.text).toContain("May be tax-deductible. Ask a tax advisor.");
    expect(JSON.stringify(email?.content)).toContain("-000001");
  });

  it.each([
    ["the confirmation", { email_tax_receipt: false }, /^Your \$25 gift/, "Confirmation number: "],
    ["the receipt", { email_donation_confirmation: false }, /^Receipt for your/, "Receipt number "],
  ])("sends only %s to a donor who wants only that", async (_what, preferences, subject, first) => {
    const person = await makePerson();
    await updateCardholderPreferences(person.scope, preferences);
    await give(person);
    const emails = await emailsTo(person.email);
    expect(emails.map((email) => email.subject)).toEqual([expect.stringMatching(subject)]);
    expect(emails[0]?.text).toContain(`\n${first}`);
    expect(emails[0]?.text.includes("-000001")).toBe(first === "Receipt number ");
  });

  it("greets nobody by a name that a bank supplied", async () => {
    const person = await makePerson(null);
    await change(person, { displayName: "CLICK-evil.example-NOW" });
    await give(person);
    const [email] = await emailsTo(person.email);
    expect(email?.text).toContain("Thank you!");
    expect(JSON.stringify(email)).not.toContain("evil.example");
  });
});

describe("a gift from a linked account that the person hasn't accepted", () => {
  const unaccept = ({ accountId }: Cardholder) =>
    db().account.update({ where: { id: accountId }, data: { acceptedAt: null } });
  const bankOf = ({ bank }: Cardholder) =>
    db().bank.findUniqueOrThrow({ where: { id: bank.bankId } });

  it.each([
    ["its confirmation", {}],
    ["its receipt", { email_donation_confirmation: false }],
  ])("names the bank in %s, and can be disputed", async (_what, preferences) => {
    const person = await makePerson();
    await updateCardholderPreferences(person.scope, preferences);
    await change(person, { displayName: "Jordan" });
    await unaccept(person);
    await give(person);
    const [email] = await emailsTo(person.email);
    expect(email?.text).toContain(`${(await bankOf(person)).name} says`);
    expect(email?.text).toContain("\nThis wasn’t me:\nhttp://localhost:3000/settings#accounts\n");
    expect(email?.text).toContain("-000001");
    expect(email?.text).not.toMatch(/thank you|Jordan/i);
  });

  it("names the bank to another address, which can't dispute it", async () => {
    const person = await makePerson();
    const taxReceiptEmail = chosenAddress();
    await change(person, { taxReceiptEmail });
    await unaccept(person);
    await give(person);
    const [receipt] = await emailsTo(taxReceiptEmail);
    expect(receipt?.text).toContain(`${(await bankOf(person)).name} says a customer gave it.`);
    expect(receipt?.text).not.toContain("This wasn’t me");
  });
});

describe("a receipt that goes to another address", () => {
  it("is attached if the donor chose the address, and the confirmation goes to their own", async () => {
    const person = await makePerson();
    const taxReceiptEmail = chosenAddress();
    await change(person, { displayName: "Jordan", taxReceiptEmail });
    const id = await give(person);
    const [[confirmation], [receipt]] = await Promise.all([
      emailsTo(person.email),
      emailsTo(taxReceiptEmail),
    ]);
    expect(confirmation?.text).not.toContain("-000001");
    expect(receipt?.content).toMatchObject({ attachedReceiptOf: id });
    expect(receipt?.text).toContain("-000001");
    expect(receipt?.text).not.toMatch(/Jordan|2,500/);
  });

  it("isn't attached if only a bank supplied the address", async () => {
    const person = await makePerson(null);
    const taxReceiptEmail = chosenAddress();
    await db().account.update({ where: { id: person.accountId }, data: { taxReceiptEmail } });
    await give(person);
    const [receipt] = await emailsTo(taxReceiptEmail);
    expect(receipt?.text).toContain("-000001");
    expect(receipt?.content).not.toHaveProperty("attachedReceiptOf");
  });
});

describe("with an SMTP server", () => {
  afterEach(() => {
    delete process.env.SMTP_URL;
    rereadEnv();
  });
  const useSmtp = () => {
    process.env.SMTP_URL = "smtp://127.0.0.1:9";
    rereadEnv();
  };

  const runsOf = async (id: string) =>
    (await db().outbox.findMany({ where: { name: "email/send.requested" } })).filter(
      ({ data }) => (data as { email_id: string }).email_id === id,
    );

  it("is sent once, with its receipt, however often the gift is pushed", async () => {
    useSmtp();
    const person = await makePerson();
    const id = await give(person);
    await Promise.all([push(id), push(id), emailReceipt(id)]);
    expect(await runsOf(id)).toHaveLength(1);
    const [email, ...others] = await emailsTo(person.email);
    expect(others).toEqual([]);
    expect(email?.text).toContain("-000001");
  });
});

it("a receipt that can't be issued keeps no gift from being settled, and is emailed once it can", async () => {
  const person = await makePerson();
  const schoolId = await makeSchool();
  const year = new Date().getUTCFullYear();
  const counters = [year, year - 1].map((of) => ({ schoolId, year: of, lastNumber: 2 ** 31 - 1 }));
  await db().receiptCounter.createMany({ data: counters });
  const other = await makePerson();
  const request = async ({ bank, accountId }: Cardholder, school: string) => {
    const body = donationBody(school, { service_user_id: accountId });
    return (await requestDonation(bank.scope, donationRequestOf(body))).donation_id;
  };
  const [id, itsNeighbor] = [
    await request(person, schoolId),
    await request(other, await makeSchool()),
  ];
  // They are settled together, so the other one must not suffer from it.
  const [pushed] = await Promise.allSettled([push(id), push(itsNeighbor)]);
  expect(pushed).toMatchObject({ reason: { message: expect.stringContaining("out of range") } });
  const emailed = await emailsTo(other.email);
  expect(emailed.map(({ text }) => text)).toEqual([expect.stringContaining("-000001")]);
  const { status } = await db().donation.findUniqueOrThrow({ where: { id } });
  expect(status).toBe("completed");
  expect((await emailsTo(person.email)).map((email) => email.id)).toEqual([id]);

  await db().receiptCounter.deleteMany({ where: { schoolId } });
  await push(id);
  await push(id);
  const subjects = (await emailsTo(person.email)).map((email) => email.subject);
  expect(subjects.toSorted()).toEqual([
    expect.stringMatching(/^Receipt for your \$25 gift/),
    expect.stringMatching(/^Your \$25 gift/),
  ]);
});

it("draws the PDF of the gift's receipt", async () => {
  const person = await makePerson();
  const id = await give(person);
  const { filename, content, contentType } = await receiptAttachment(id);
  expect(filename).toMatch(/^receipt-.*-000001\.pdf$/);
  expect(content.subarray(0, 5).toString()).toBe("%PDF-");
  expect(contentType).toBe("application/pdf");
  await expect(receiptAttachment(randomUUID())).rejects.toMatchObject({
    code: "DONATION_NOT_FOUND",
  });
});
