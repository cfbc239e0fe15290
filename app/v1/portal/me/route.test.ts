import { beforeEach, describe, expect, it } from "vitest";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { call, violationsIn } from "#test/api.ts";
import {
  acceptLink,
  type Cardholder,
  linkBody,
  makeBank,
  makeCardholder,
  makeSchool,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { makeCompletedDonation } from "#test/receipt-operations.ts";
import { makeMember } from "#test/staff.ts";

const [get, update] = [operation("getProfile"), operation("updateProfile")];

let person: Cardholder;
beforeEach(async () => {
  person = await makeCardholder();
});

const profile = async () => (await call(get, { token: person.token })).body.data;
const change = (body: unknown) => call(update, { token: person.token, body });

/** Another account of the same person, at another bank. */
async function linkElsewhere(display_name: string): Promise<string> {
  const body = { ...linkBody(), email: person.email.toUpperCase(), display_name };
  return (await linkAccount((await makeBank()).scope, body)).service_user_id;
}

const accounts = () => db().account.findMany({ where: { cardholderId: person.cardholderId } });

describe("GET", () => {
  it("returns a newly linked cardholder", async () => {
    expect(await profile()).toEqual({
      cardholder_id: person.cardholderId,
      email: person.email,
      display_name: "Pat Sample",
      phone: null,
      preferred_school_id: null,
      preferred_fund: null,
      tax_receipt_email: null,
      postal_address: null,
      mfa_enabled: false,
      role: "cardholder",
      contexts: [{ context: "cardholder", name: null, role: "cardholder" }],
      created_at: expect.any(String),
      donation_count: 0,
      lifetime_donated_usd: 0,
    });
  });

  it("lists the contexts that the person's sessions can act in", async () => {
    const schoolId = await makeSchool({ name: "Plains State" });
    await makeMember({ kind: "school", schoolId }, "processor", person);
    expect((await profile()).contexts).toEqual([
      { context: "cardholder", name: null, role: "cardholder" },
      { context: `school:${schoolId}`, name: "Plains State", role: "processor" },
    ]);
  });

  it("takes the name from the oldest account, else the email address", async () => {
    await linkElsewhere("Patricia");
    expect((await profile()).display_name).toBe("Pat Sample");
    const nobody = await makeCardholder();
    await db().account.update({
      where: { id: nobody.accountId },
      data: { cardholderId: person.cardholderId },
    });
    const { body } = await call(get, { token: nobody.token });
    expect(body.data.display_name).toBe(nobody.email);
  });

  it("sums over all accounts", async () => {
    const bank = await makeBank();
    const link = { ...linkBody(), email: person.email };
    const { service_user_id: accountId } = await linkAccount(bank.scope, link);
    await acceptLink(accountId);
    await makeCompletedDonation(person, { dollar_amount: 10.5 });
    await makeCompletedDonation({ ...person, bank, accountId }, { dollar_amount: 10.5 });
    expect(await profile()).toMatchObject({ donation_count: 2, lifetime_donated_usd: 21 });
  });

  it("reports the second factor once it is confirmed", async () => {
    const { cardholderId } = person;
    const encryptedSecret = Buffer.from("x");
    await db().totp.create({ data: { cardholderId, encryptedSecret } });
    expect((await profile()).mfa_enabled).toBe(false);
    await db().totp.update({ where: { cardholderId }, data: { confirmedAt: new Date() } });
    expect((await profile()).mfa_enabled).toBe(true);
  });
});

describe("PATCH", () => {
  it("changes the sent fields and returns the whole profile", async () => {
    const body = {
      display_name: "Pat S. 🏈",
      phone: "+1 (614) 555-0100",
      preferred_fund: "rowing",
      preferred_school_id: await makeSchool(),
      tax_receipt_email: "taxes@example.com",
    };
    const answer = await change(body);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject(body);
    expect(await profile()).toEqual(answer.body.data);
  });

  it("leaves omitted fields unchanged", async () => {
    await change({ display_name: "Pat", phone: "1" });
    expect((await change({ phone: "2" })).body.data).toMatchObject({
      display_name: "Pat",
      phone: "2",
    });
    expect((await change({})).body.data).toMatchObject({ display_name: "Pat", phone: "2" });
  });

  it("clears fields set to null: the name reverts to the bank's, the password stays", async () => {
    const preferred_school_id = await makeSchool();
    await change({ display_name: "Pat", phone: "1", preferred_fund: "x", preferred_school_id });
    const { body } = await change({
      display_name: null,
      phone: null,
      preferred_fund: null,
      preferred_school_id: null,
      tax_receipt_email: null,
      password: null,
    });
    expect(body.data).toMatchObject({
      display_name: "Pat Sample",
      phone: null,
      preferred_fund: null,
      preferred_school_id: null,
    });
  });

  it("changes nothing that banks see", async () => {
    await linkElsewhere("Patricia");
    const before = await accounts();
    await change({ preferred_school_id: await makeSchool(), preferred_fund: "rowing" });
    await change({ display_name: "P", phone: "1", tax_receipt_email: "p@example.com" });
    expect(await accounts()).toEqual(before);
  });

  it.each([
    ["unknown", "school_not_found", async () => "no-such-school"],
    ["unknown, and long", "school_not_found", async () => "x".repeat(200)],
    ["inactive", "school_inactive", () => makeSchool({ active: false })],
  ])("rejects a school that is %s, and changes nothing", async (_, type, school) => {
    const answer = await change({ phone: "1", preferred_school_id: await school() });
    expect(answer.status).toBe(422);
    expect(violationsIn(answer.body)).toEqual([`body.preferred_school_id ${type}`]);
    expect((await profile()).phone).toBeNull();
  });

  it("lists every violation at once", async () => {
    const answer = await change({
      display_name: "",
      phone: "1".repeat(256),
      preferred_fund: "x".repeat(256),
      preferred_school_id: 5,
      tax_receipt_email: "nobody",
      password: { current_password: "a\0b" },
    });
    expect(violationsIn(answer.body)).toEqual([
      "body.display_name string_too_short",
      "body.password.current_password value_error",
      "body.password.new_password missing",
      "body.phone string_too_long",
      "body.preferred_fund string_too_long",
      "body.preferred_school_id string_type",
      "body.tax_receipt_email value_error",
    ]);
  });
});
