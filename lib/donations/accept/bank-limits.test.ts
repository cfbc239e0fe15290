import { beforeAll, describe, expect, it } from "vitest";
import { updateBank } from "#lib/banks/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { draftInPortal } from "#lib/giving/portal.ts";
import { asCents, toCents } from "#lib/money.ts";
import { issueApiKey } from "#lib/staff/api-keys.ts";
import { call } from "#test/api.ts";
import { push } from "#test/attempts.ts";
import { mintToken, openFlow, sendForm } from "#test/embed-flow.ts";
import {
  type Bank,
  donationBody,
  makeBank,
  makeCardholder,
  makeSchool,
  system,
} from "#test/factories.ts";
import { fieldsOf } from "#test/forms.ts";
import { operation } from "#test/operations.ts";
import { portalDonationRequest } from "../portal-contract.ts";

let school: string;
beforeAll(async () => {
  school = await makeSchool();
});

async function makeLimited(limits: { donation?: number; daily?: number }): Promise<Bank> {
  const bank = await makeBank();
  await updateBank(system, bank.bankId, {
    ...(limits.donation ? { maxDonationCents: toCents(limits.donation) } : {}),
    ...(limits.daily ? { maxKeyDailyCents: toCents(limits.daily) } : {}),
  });
  return bank;
}

const give = ({ key }: Pick<Bank, "key">, dollar_amount: number, changes = {}) =>
  call(operation("requestDonation"), {
    key,
    body: donationBody(school, { dollar_amount, ...changes }),
  });

type Reply = Awaited<ReturnType<typeof give>>;
const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status);
const refusalIn = ({ body }: Reply) =>
  body.detail?.map(
    ({ loc, type, msg }: { loc: string[]; type: string; msg: string }) =>
      `${loc.join(".")} ${type}: ${msg}`,
  );

async function keyTotalsOf({ bankId }: Bank): Promise<number[]> {
  const limit = await db().bankLimit.findUnique({ where: { bankId } });
  return Object.values((limit?.keyCents ?? {}) as Record<string, number>);
}

const dailyRefusal = (left: string) => [
  `body.dollar_amount limit_exceeded: This API key’s limit is $100 per UTC day. ${left} is left today.`,
];

it("a bank without limits can give any amount, and nothing is counted", async () => {
  const bank = await makeBank();
  expect((await give(bank, 900_000)).status).toBe(202);
  expect(await keyTotalsOf(bank)).toEqual([]);
});

describe("a limit per donation", () => {
  it("applies to what the bank submits", async () => {
    const bank = await makeLimited({ donation: 500 });
    expect(refusalIn(await give(bank, 500.01))).toEqual([
      "body.dollar_amount limit_exceeded: Your limit is $500 per donation.",
    ]);
    expect((await give(bank, 500)).status).toBe(202);
  });

  it("applies in the portal, to drafts too, and in an embedded session with a locked amount", async () => {
    const person = await makeCardholder();
    const locked = { dollar_amount: 60, lock_amount: true };
    const token = await mintToken(person.bank, locked);
    await updateBank(system, person.bank.bankId, { maxDonationCents: toCents(50) });
    await expect(mintToken(person.bank, locked)).rejects.toThrow("Your limit is $50 per donation.");
    const body = {
      loyalty_account_id: person.accountId,
      school_id: school,
      fund_designation: "rowing",
      dollar_amount: 60,
    };
    const inPortal = await call(operation("requestPortalDonation"), { token: person.token, body });
    expect(refusalIn(inPortal)).toEqual(["body.dollar_amount limit_exceeded: Up to $50 per gift."]);
    await expect(
      draftInPortal(person.scope, portalDonationRequest.parse(body)),
    ).rejects.toMatchObject({ violations: [{ type: "limit_exceeded" }] });
    const page = await sendForm(token, {
      school_id: school,
      fund_designation: "rowing",
      amount: "60",
      points: "6000",
      do: "give",
    });
    expect(page.html).toContain("Up to $50 per gift.");
    expect(await db().donation.count({ where: { bankId: person.bank.bankId } })).toBe(0);
  });
});

describe("a limit per key and day", () => {
  it("says what is left today, to the cent", async () => {
    const bank = await makeLimited({ daily: 100 });
    expect((await give(bank, 60)).status).toBe(202);
    expect(refusalIn(await give(bank, 40.01))).toEqual(dailyRefusal("$40"));
    expect((await give(bank, 40)).status).toBe(202);
    expect(refusalIn(await give(bank, 5))).toEqual(dailyRefusal("$0"));
    expect(await keyTotalsOf(bank)).toEqual([10_000]);
  });

  it("isn't exceeded by concurrent gifts, and all that fit are accepted", async () => {
    const bank = await makeLimited({ daily: 100 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => give(bank, 10)));
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(30);
    expect(await keyTotalsOf(bank)).toEqual([10_000]);
    // Large gifts that don't fit don't block small ones that do.
    const mixed = await makeLimited({ daily: 100 });
    const sizes = [90, 90, 90, 5, 5];
    const mixedAnswers = await Promise.all(sizes.map((dollars) => give(mixed, dollars)));
    expect(statusesOf(mixedAnswers).filter((status) => status === 202)).toHaveLength(3);
    expect(await keyTotalsOf(mixed)).toEqual([10_000]);
  });

  it("counts each key separately, and doesn't delay other banks", async () => {
    const [bank, other] = [await makeLimited({ daily: 100 }), await makeBank()];
    const second = await issueApiKey(system, bank.bankId);
    const gifts = [
      give(bank, 80),
      give({ key: second.apiKey }, 80),
      give(bank, 80),
      give(other, 80),
    ];
    expect(statusesOf(await Promise.all(gifts)).sort()).toEqual([202, 202, 202, 422]);
    expect(await keyTotalsOf(bank)).toEqual([8_000, 8_000]);
  });

  it("counts a repeated reference once, and reports the duplicates", async () => {
    const bank = await makeLimited({ daily: 100 });
    const same = { bank_transaction_ref: "once" };
    const replies = await Promise.all(Array.from({ length: 8 }, () => give(bank, 80, same)));
    expect(statusesOf(replies).sort()).toEqual([202, ...Array(7).fill(409)]);
    expect((await give(bank, 80, same)).status).toBe(409);
    expect(await keyTotalsOf(bank)).toEqual([8_000]);
  });

  it("uncounts what the school refuses, once", async () => {
    const bank = await makeLimited({ daily: 100 });
    // The sandbox's trigger for a refusal.
    const { body } = await give(bank, 70.91);
    const id = body.data.donation_id;
    expect(await keyTotalsOf(bank)).toEqual([7_091]);
    expect(await push(id)).toBe("failed");
    await push(id);
    expect(await keyTotalsOf(bank)).toEqual([0]);
    expect((await give(bank, 100)).status).toBe(202);
  });

  it("resets each UTC day, can be raised, lowered, and removed", async () => {
    const bank = await makeLimited({ daily: 100 });
    await give(bank, 100);
    const { bankId } = bank;
    const yesterday = new Date(Date.now() - 86_400_000);
    await db().bankLimit.update({ where: { bankId }, data: { day: yesterday } });
    await db().donation.updateMany({ where: { bankId }, data: { createdAt: yesterday } });
    expect((await give(bank, 60)).status).toBe(202);
    await updateBank(system, bank.bankId, { maxKeyDailyCents: asCents(5_000) });
    expect((await give(bank, 5)).status).toBe(422);
    await updateBank(system, bank.bankId, { maxKeyDailyCents: asCents(6_500) });
    expect((await give(bank, 5)).status).toBe(202);
    await updateBank(system, bank.bankId, { maxKeyDailyCents: null });
    expect((await give(bank, 5_000)).status).toBe(202);
  });

  it("includes embedded sessions opened with the key, without telling the customer what's left", async () => {
    const bank = await makeLimited({ daily: 100 });
    const locked = { school_id: school, lock_amount: true };
    const tokens = [
      await mintToken(bank, { ...locked, dollar_amount: 70 }),
      await mintToken(bank, { ...locked, dollar_amount: 70 }),
    ];
    const pages = [];
    for (const token of tokens) {
      const form = { ...fieldsOf((await openFlow(token)).html), fund_designation: "rowing" };
      pages.push(await sendForm(token, { ...form, amount: "70", points: "7000", do: "give" }));
    }
    expect(pages[0]?.status).toBe(200);
    expect(pages[1]?.html).toContain("This is more than your bank can give today.");
    expect(await keyTotalsOf(bank)).toEqual([7_000]);
  });
});
