import { afterEach, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { rereadEnv } from "#lib/env.ts";
import { type ReceiptDetails, setReceiptDetails } from "#lib/schools/participation/receipts.ts";
import { makeCardholder, makeSchool, system } from "#test/factories.ts";
import { makeCompletedDonation } from "#test/receipt-operations.ts";
import { getReceipt } from "./issue.ts";

const NEW_YORK = "America/New_York";

const numbersOf = async (schoolId: string) =>
  (await db().receipt.findMany({ where: { schoolId }, orderBy: { number: "asc" } })).map(
    ({ number }) => number,
  );

describe("races", () => {
  it("issue one receipt for ten concurrent first requests", async () => {
    const person = await makeCardholder();
    const school = await makeSchool();
    const id = await makeCompletedDonation(person, { school_id: school });
    const receipts = await Promise.all(
      Array.from({ length: 10 }, () => getReceipt(person.scope, id)),
    );
    for (const receipt of receipts) expect(receipt).toEqual(receipts[0]);
    expect(await numbersOf(school)).toEqual([1]);
  });

  it("number twenty donations to one foundation from 1 to 20", async () => {
    const person = await makeCardholder();
    const school = await makeSchool();
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => makeCompletedDonation(person, { school_id: school })),
    );
    const receipts = await Promise.all(
      ids.flatMap((id) => [getReceipt(person.scope, id), getReceipt(person.scope, id)]),
    );
    expect(new Set(receipts.map((one) => one.receipt_number)).size).toBe(20);
    expect(await numbersOf(school)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it("return the number if the transaction is rolled back", async () => {
    const person = await makeCardholder();
    const school = await makeSchool();
    const [failing, next] = [
      await makeCompletedDonation(person, { school_id: school }),
      await makeCompletedDonation(person, { school_id: school }),
    ];
    // A conflicting row makes the last statement of the transaction fail.
    const day = (await db().donation.findUniqueOrThrow({ where: { id: failing } }))
      .completedAt as Date;
    const year = Number(day.toLocaleDateString("en-US", { timeZone: NEW_YORK, year: "numeric" }));
    const taken = { schoolId: school, year, number: 1, issuedAt: day, content: {} };
    await db().receipt.create({ data: { ...taken, donationId: next } });
    await expect(getReceipt(person.scope, failing)).rejects.toThrow();
    await db().receipt.deleteMany({ where: { donationId: next } });
    expect((await getReceipt(person.scope, next)).receipt_number).toMatch(/-000001$/);
  });
});

it("never changes, even if the donor, foundation, or fund does", async () => {
  const person = await makeCardholder();
  const school = await makeSchool();
  const id = await makeCompletedDonation(person, { school_id: school });
  const first = await getReceipt(person.scope, id);
  await db().cardholder.update({
    where: { id: person.cardholderId },
    data: { displayName: "Somebody Else", taxReceiptEmail: "else@example.com" },
  });
  await db().school.update({
    where: { id: school },
    data: { foundationName: "Renamed", timeZone: "Pacific/Honolulu" },
  });
  await db().fund.update({
    where: { schoolId_fundId: { schoolId: school, fundId: "annual-fund" } },
    data: { name: "Renamed", deductibility: "none" },
  });
  await db().account.update({
    where: { id: person.accountId },
    data: { status: "unlinked", unlinkedAt: new Date() },
  });
  expect(await getReceipt(person.scope, id)).toEqual(first);
});

describe("the year", () => {
  it.each([
    ["Pacific/Honolulu", "2027-01-01T09:30:00.000Z", "2026-12-31"],
    ["Pacific/Honolulu", "2027-01-01T10:00:00.000Z", "2027-01-01"],
    [NEW_YORK, "2027-01-01T04:59:59.999Z", "2026-12-31"],
    [NEW_YORK, "2027-01-01T05:00:00.000Z", "2027-01-01"],
  ])("is the one in the foundation's time zone: in %s, %s is %s", async (timeZone, at, day) => {
    const person = await makeCardholder();
    const school = await makeSchool();
    await db().school.update({ where: { id: school }, data: { timeZone } });
    const id = await makeCompletedDonation(person, {
      school_id: school,
      completedAt: new Date(at),
    });
    const receipt = await getReceipt(person.scope, id);
    expect(receipt.donation_date).toBe(day);
    expect(receipt.receipt_number).toBe(`${school.toUpperCase()}-${day.slice(0, 4)}-000001`);
  });

  it("has its own numbering", async () => {
    const person = await makeCardholder();
    const school = await makeSchool();
    for (const year of ["2025", "2026", "2025"]) {
      const completedAt = new Date(`${year}-06-01T12:00:00Z`);
      await getReceipt(
        person.scope,
        await makeCompletedDonation(person, { school_id: school, completedAt }),
      );
    }
    const counters = await db().receiptCounter.findMany({
      where: { schoolId: school },
      orderBy: { year: "asc" },
    });
    expect(counters.map(({ year, lastNumber }) => [year, lastNumber])).toEqual([
      [2025, 2],
      [2026, 1],
    ]);
  });
});

describe("the donor", () => {
  const receiptAfter = async (cardholder: object, account: object = {}) => {
    const person = await makeCardholder();
    await db().cardholder.update({ where: { id: person.cardholderId }, data: cardholder });
    await db().account.update({ where: { id: person.accountId }, data: account });
    const receipt = await getReceipt(person.scope, await makeCompletedDonation(person));
    return { receipt, person };
  };

  it("has the name from the bank and their own email address by default", async () => {
    const { receipt, person } = await receiptAfter({});
    expect(receipt).toMatchObject({ donor_name: "Pat Sample", donor_email: person.email });
  });

  it("has the name and email address that they set", async () => {
    const { receipt } = await receiptAfter(
      { displayName: "Patricia", taxReceiptEmail: "tax@example.com" },
      { taxReceiptEmail: "bank@example.com" },
    );
    expect(receipt).toMatchObject({ donor_name: "Patricia", donor_email: "tax@example.com" });
  });

  it("has a name and a number without the spaces around them, and no number that is other text", async () => {
    const person = await makeCardholder();
    const { accountId: id } = person;
    await db().account.update({ where: { id }, data: { displayName: "\u00a0 Pat Sample " } });
    const receiptFor = async (platformCreditId: string) => {
      const donationId = await makeCompletedDonation(person);
      await db().credit.update({ where: { donationId }, data: { platformCreditId } });
      return getReceipt(person.scope, donationId);
    };
    const shown = { donor_name: "Pat Sample", school_confirmation_id: "OSU-1" };
    expect(await receiptFor(" OSU-1 ")).toMatchObject(shown);
    for (const other of ["Deductible amount: $77.00 (100%)", "9".repeat(41), "N-1\nN-2", "#N/A"]) {
      expect((await receiptFor(other)).school_confirmation_id).toBeNull();
    }
  });

  it("gets receipts at the address from the bank if they set none", async () => {
    const { receipt } = await receiptAfter({}, { taxReceiptEmail: "bank@example.com" });
    expect(receipt.donor_email).toBe("bank@example.com");
  });
});

describe("in production", () => {
  afterEach(() => {
    delete process.env.SERVICE_ENVIRONMENT;
    rereadEnv();
  });

  /** A receipt from a school with these details. */
  async function receiptInProduction(details?: Partial<ReceiptDetails>) {
    const person = await makeCardholder();
    const school_id = await makeSchool();
    if (details) await setReceiptDetails(system, school_id, details);
    const id = await makeCompletedDonation(person, { school_id });
    process.env.SERVICE_ENVIRONMENT = "production";
    process.env.PUBLIC_BASE_URL ??= "http://localhost:3000";
    rereadEnv();
    return getReceipt(person.scope, id);
  }

  it("isn't a specimen, and has no made-up details of a real foundation", async () => {
    const receipt = await receiptInProduction();
    expect(receipt.specimen).toBe(false);
    expect(receipt.organization).toMatchObject({ ein: null, address: null });
  });

  it("has the foundation's own details", async () => {
    const details = { ein: "12-3456789", mailingAddress: "1 Stadium Way, Testville, OH 43000" };
    const { organization } = await receiptInProduction(details);
    expect(organization).toMatchObject({ ein: details.ein, address: details.mailingAddress });
  });

  it("is in the foundation's legal name, and keeps its wording whatever changes later", async () => {
    const person = await makeCardholder();
    const school_id = await makeSchool();
    const details = {
      legalName: "Example Foundation, Inc.",
      signatoryName: "Jordan Example",
      signatoryTitle: "Director",
      receiptThanks: "Thank you for every point.",
    };
    await setReceiptDetails(system, school_id, details);
    const id = await makeCompletedDonation(person, { school_id });
    const receipt = await getReceipt(person.scope, id);
    expect(receipt).toMatchObject({
      organization: { name: "Example Foundation, Inc." },
      thanks: "Thank you for every point.",
      signatory: { name: "Jordan Example", title: "Director" },
    });
    await setReceiptDetails(system, school_id, { legalName: "Other, Inc.", receiptThanks: null });
    expect(await getReceipt(person.scope, id)).toEqual(receipt);
  });
});
