/** Receipts after a correction: what is first issued states what is left, and what was issued is replaced, never edited. */
import { describe, expect, it } from "vitest";
import { confirmGifts } from "#lib/batches/confirm.ts";
import { closeBatch, correctNumber } from "#lib/batches/mutations.ts";
import { updateCardholderPreferences } from "#lib/cardholders/profile/preferences.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { getCardholderDonation } from "#lib/donations/history/queries.ts";
import { push } from "#test/attempts.ts";
import { confirming, fillBatch, makeBatchSchool, pushAgain } from "#test/batches.ts";
import { donationBody, donationRequestOf, makeSchool } from "#test/factories.ts";
import { pdfText } from "#test/pdf-text.ts";
import { reverse } from "#test/reversals.ts";
import { emailsTo, makePerson } from "#test/sign-in.ts";
import { makeMember } from "#test/staff.ts";
import { taxFieldsOf } from "./deductibility.ts";
import { receiptDocument } from "./documents.ts";
import { getReceipt, listReceipts } from "./issue.ts";
import { emailReceipt } from "./mutations.ts";
import { getStatement } from "./statements/queries.ts";

type Person = Awaited<ReturnType<typeof makePerson>>;

/** A confirmed gift of $100. @param wantsReceipt whether its receipt is issued and emailed as it settles */
async function give(person: Person, wantsReceipt = true): Promise<string> {
  await updateCardholderPreferences(person.scope, { email_tax_receipt: wantsReceipt });
  const gift = { service_user_id: person.accountId, dollar_amount: 100 };
  const body = donationBody(await makeSchool(), gift);
  const { donation_id: id } = await requestDonation(person.bank.scope, donationRequestOf(body));
  await push(id);
  return id;
}

const countReceipts = (donationId: string) => db().receipt.count({ where: { donationId } });
const number = (n: number) => expect.stringMatching(new RegExp(`-0{5}${n}$`));

describe("a receipt that is first issued after a reversal", () => {
  it("states what is left of the gift", async () => {
    const person = await makePerson();
    const id = await give(person, false);
    await reverse(id, 3_333);
    expect(await getReceipt(person.scope, id)).toMatchObject({
      dollar_amount: 66.67,
      deductible_amount_usd: 66.67,
      correction: null,
    });
  });

  it("isn't issued if nothing is left", async () => {
    const person = await makePerson();
    const id = await give(person, false);
    await reverse(id, 10_000);
    await updateCardholderPreferences(person.scope, { email_tax_receipt: true });
    await emailReceipt(id);
    expect((await getCardholderDonation(person.scope, id)).receipt_available).toBe(false);
    await expect(getReceipt(person.scope, id)).rejects.toMatchObject({ code: "RECEIPT_NOT_READY" });
    const { donations, total_usd } = await getStatement(person.scope, new Date().getFullYear());
    expect(donations).toMatchObject([{ receipt_number: null, original_amount_usd: 100 }]);
    expect([total_usd, await countReceipts(id)]).toEqual([0, 0]);
  });
});

describe("a receipt that was issued", () => {
  it("keeps its bytes, is marked, and is replaced by one with a number of its own", async () => {
    const person = await makePerson();
    const id = await give(person);
    const first = await getReceipt(person.scope, id);
    const drawn = await receiptDocument(person.scope, id);
    await reverse(id, 3_333);
    const second = await getReceipt(person.scope, id);
    const year = Number(first.donation_date.slice(0, 4));
    expect(second).toMatchObject({
      receipt_number: number(2),
      donation_date: first.donation_date,
      dollar_amount: 66.67,
      deductible_amount_usd: 66.67,
      replaced_by: null,
      correction: {
        replaces: [first.receipt_number],
        reason: "$33.33 of this gift was reversed.",
        original_amount_usd: 100,
        needed_by: `${year + 1}-04-15`,
      },
    });
    const again = await getReceipt(person.scope, id, first.receipt_number);
    expect(again).toEqual({ ...first, replaced_by: second.receipt_number });
    const redrawn = await receiptDocument(person.scope, id, first.receipt_number);
    expect(Buffer.from(redrawn.body).equals(Buffer.from(drawn.body))).toBe(true);
    const text = await pdfText((await receiptDocument(person.scope, id)).body);
    for (const words of ["CORRECTED DONATION RECEIPT", first.receipt_number, "Apr 15"]) {
      expect(text.replaceAll(/\s+/g, " ")).toContain(words);
    }
  });

  it("is replaced by a notice of $0 if nothing is left, which names all earlier ones", async () => {
    const person = await makePerson();
    const id = await give(person);
    const first = await getReceipt(person.scope, id);
    await reverse(id, 2_500);
    const second = await getReceipt(person.scope, id);
    await reverse(id, 7_500);
    const [one, two, notice] = await listReceipts(person.scope, id);
    expect(notice).toMatchObject({
      receipt_number: number(3),
      dollar_amount: 0,
      deductible_amount_usd: 0,
      statement: expect.stringContaining("reversed in full"),
      correction: { replaces: [first.receipt_number, second.receipt_number] },
    });
    expect([one?.replaced_by, two?.replaced_by]).toEqual(Array(2).fill(notice?.receipt_number));
    expect((await getCardholderDonation(person.scope, id)).receipt_available).toBe(true);
  });

  it.each([
    ["content", "content || '{\"dollar_amount\": 1}'"],
    ["number", "number + 100"],
  ])("can't be edited in place: %s", async (column, value) => {
    const id = await give(await makePerson());
    const edit = pool().query(`update receipt set ${column} = ${value} where donation_id = $1`, [
      id,
    ]);
    await expect(edit).rejects.toThrow("A receipt never changes");
  });

  it("is found only by its own number and donor", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const id = await give(person);
    const { receipt_number } = await getReceipt(person.scope, id);
    for (const [scope, name] of [
      [other.scope, receipt_number],
      [person.scope, `${receipt_number}0`],
    ] as const) {
      const read = getReceipt(scope, id, name);
      await expect(read).rejects.toMatchObject({ code: "DONATION_NOT_FOUND" });
    }
  });
});

describe("a corrected receipt", () => {
  it("is emailed once, to whoever got the first one, and says what it replaces", async () => {
    const person = await makePerson();
    const id = await give(person);
    const first = await getReceipt(person.scope, id);
    await updateCardholderPreferences(person.scope, { email_tax_receipt: false });
    await reverse(id, 3_333);
    await Promise.all([emailReceipt(id), emailReceipt(id)]);
    await emailReceipt(id);
    const [, email, ...others] = await emailsTo(person.email);
    expect(others).toEqual([]);
    expect(email?.subject).toMatch(/^Corrected receipt for your \$66\.67 gift/);
    expect(email?.text.replaceAll(/\s+/g, " ")).toContain(
      `$33.33 of this gift was reversed. This receipt replaces ${first.receipt_number}.`,
    );
  });

  it("isn't emailed to a donor who wants no receipts", async () => {
    const person = await makePerson();
    const id = await give(person, false);
    await getReceipt(person.scope, id);
    await reverse(id, 3_333);
    await emailReceipt(id);
    expect(await emailsTo(person.email)).toHaveLength(1);
  });

  it("follows from a corrected confirmation number", async () => {
    const school = await makeBatchSchool();
    const person = await makePerson();
    const { ids, batchId } = await fillBatch({ ...school, bank: person.bank }, 1, {
      service_user_id: person.accountId,
    });
    const [id = ""] = ids;
    await closeBatch(school.scope, batchId);
    await confirmGifts(
      school.scope,
      confirming(ids, () => "OSU-1"),
      false,
    );
    await pushAgain(id);
    const first = await getReceipt(person.scope, id);
    const { scope } = await makeMember({ kind: "school", schoolId: school.schoolId }, "admin");
    const corrected = { confirmation_number: "OSU-2", reason: "Typed the wrong one" };
    await correctNumber(scope, id, corrected, "OSU-1");
    expect(await getReceipt(person.scope, id)).toMatchObject({
      school_confirmation_id: "OSU-2",
      dollar_amount: first.dollar_amount,
      correction: {
        replaces: [first.receipt_number],
        reason: "The school corrected its confirmation number from OSU-1 to OSU-2.",
      },
    });
  });
});

it("a year's statement shows what was given, reversed, and left, and what changed after the year", async () => {
  const person = await makePerson();
  const [whole, part] = [await give(person), await give(person)];
  const year = new Date().getFullYear();
  await reverse(part, 2_000);
  await reverse(part, 1_333, new Date(`${year + 1}-02-03T12:00:00Z`));
  const { receipt_number } = await getReceipt(person.scope, part);
  const statement = await getStatement(person.scope, year);
  expect(statement.donations).toMatchObject([
    { donation_id: whole, dollar_amount: 100, reversals: [], changed_after_year: false },
    {
      donation_id: part,
      receipt_number,
      original_amount_usd: 100,
      dollar_amount: 66.67,
      deductible_amount_usd: 66.67,
      reversals: [{ dollar_amount: 20 }, { date: `${year + 1}-02-03`, dollar_amount: 13.33 }],
      changed_after_year: true,
    },
  ]);
  expect(statement).toMatchObject({ total_usd: 166.67, total_deductible_usd: 166.67 });
});

it("nothing is deductible of what is left if the benefits are worth more", () => {
  const terms = { deductibility: "quid_pro_quo", foundation: "F", designation: "D" } as const;
  const [left, benefits] = [3_000, 4_000];
  const amounts = { amountCents: left, goodFaithValueCents: benefits } as Parameters<
    typeof taxFieldsOf
  >[0];
  expect(taxFieldsOf({ ...terms, ...amounts }).deductible_amount_usd).toBe(0);
});
