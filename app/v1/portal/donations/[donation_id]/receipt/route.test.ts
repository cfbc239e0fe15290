import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { call, violationsIn } from "#test/api.ts";
import {
  type Cardholder,
  donationBody,
  donationRequestOf,
  makeCardholder,
  makeSchool,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { makeCompletedDonation } from "#test/receipt-operations.ts";

const tested = operation("getReceipt");

let person: Cardholder;
let school: string;
beforeAll(async () => {
  person = await makeCardholder();
  school = await makeSchool();
});

const get = (donation_id: string, token = person.token, headers = {}) =>
  call(tested, { token, params: { donation_id }, headers });

describe("200", () => {
  it("returns every field of the contract", async () => {
    const id = await makeCompletedDonation(person, {
      school_id: school,
      dollar_amount: 19.99,
      points_redeemed: 1999,
      points_per_dollar: 100,
    });
    const { status, body } = await get(id);
    expect(status).toBe(200);
    const credit = await db().credit.findUniqueOrThrow({ where: { donationId: id } });
    const year = new Date().getUTCFullYear();
    expect(body.data).toEqual({
      correction: null,
      replaced_by: null,
      receipt_number: expect.stringMatching(
        new RegExp(`^${school.toUpperCase()}-(${year}|${year - 1})-000001$`),
      ),
      school_confirmation_id: credit.platformCreditId,
      issued_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      donation_id: id,
      donation_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      time_zone: "America/New_York",
      donor_name: "Pat Sample",
      donor_email: person.email,
      shared_with_school: "name",
      organization: { name: `${school} Fund`, ein: "00-0000000", address: null },
      school_id: school,
      school_name: school,
      fund_designation: "annual-fund",
      fund_name: "Annual Fund",
      dollar_amount: 19.99,
      points_redeemed: 1999,
      points_per_dollar: 100,
      deductibility: "full",
      goods_or_services_value_usd: 0,
      deductible_amount_usd: 19.99,
      statement: expect.stringContaining("No goods or services"),
      thanks: null,
      signatory: null,
      specimen: true,
    });
    expect(Object.keys(body.data)[0]).toBe("receipt_number");
  });

  it("is identical on every read", async () => {
    const id = await makeCompletedDonation(person);
    const first = await get(id);
    expect(JSON.stringify((await get(id)).body.data)).toBe(JSON.stringify(first.body.data));
  });

  it("keeps a designation that matches no fund as it was sent", async () => {
    const id = await makeCompletedDonation(person, { fund_designation: "For the band" });
    expect((await get(id)).body.data).toMatchObject({
      fund_designation: "For the band",
      fund_name: null,
      deductibility: null,
      deductible_amount_usd: null,
    });
  });

  it("is a PDF on request, byte-identical each time", async () => {
    const id = await makeCompletedDonation(person);
    const { receipt_number: number } = (await get(id)).body.data;
    const ask = async () => {
      const headers = { Authorization: `Bearer ${person.token}`, Accept: "application/pdf" };
      const request = new Request(`http://service.test/v1/portal/donations/${id}/receipt`, {
        headers,
      });
      return tested.handler(request, { params: Promise.resolve({ donation_id: id }) });
    };
    const first = await ask();
    expect(first.status).toBe(200);
    expect(first.headers.get("content-type")).toBe("application/pdf");
    expect(first.headers.get("content-disposition")).toContain(`receipt-${number}.pdf`);
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(Buffer.from(await (await ask()).arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe("409", () => {
  it.each(["pending", "failed"])("reports that a %s donation has no receipt", async (status) => {
    const body = donationBody(school, { service_user_id: person.accountId });
    const { donation_id: id } = await requestDonation(person.bank.scope, donationRequestOf(body));
    if (status === "failed") {
      await db().donation.update({
        where: { id },
        data: { status, failedAt: new Date(), failureReason: "refused" },
      });
    }
    expect((await get(id)).body.error.code).toBe("RECEIPT_NOT_READY");
    // An error is JSON even if the client prefers PDF.
    const pdf = await get(id, person.token, { Accept: "application/pdf" });
    expect(pdf.body.error.code).toBe("RECEIPT_NOT_READY");
    expect(await db().receipt.count({ where: { donationId: id } })).toBe(0);
  });
});

describe("404", () => {
  it("treats another cardholder's donation exactly like an unknown one", async () => {
    const id = await makeCompletedDonation(person);
    const stranger = await makeCardholder(person.bank);
    const headers = { "X-Request-Id": "same" };
    const foreign = await get(id, stranger.token, headers);
    const never = await get(randomUUID(), stranger.token, headers);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(never.body);
    expect(await db().receipt.count({ where: { donationId: id } })).toBe(0);
  });

  it("has no receipt for a donation without a cardholder", async () => {
    const body = donationRequestOf(donationBody(school));
    const { donation_id: id } = await requestDonation(person.bank.scope, body);
    expect((await get(id)).status).toBe(404);
  });
});

it("rejects an id that isn't a UUID", async () => {
  expect(violationsIn((await get("12")).body)).toEqual(["path.donation_id uuid_parsing"]);
});
