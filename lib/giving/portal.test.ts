import { beforeAll, describe, expect, it } from "vitest";
import { unlinkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { portalDonationRequest } from "#lib/donations/portal-contract.ts";
import { InvalidInput } from "#lib/errors.ts";
import { type Cardholder, makeBank, makeCardholder, makeSchool } from "#test/factories.ts";
import {
  confirmInPortal,
  draftInPortal,
  findDonationOfDraft,
  listSources,
  type PortalDraft,
} from "./portal.ts";

let person: Cardholder;
let school: string;
beforeAll(async () => {
  person = await makeCardholder();
  school = await makeSchool({ minimumCents: 1_000 });
});

const requestOf = (changes: Record<string, unknown> = {}, { accountId } = person) =>
  portalDonationRequest.parse({
    loyalty_account_id: accountId,
    school_id: school,
    fund_designation: "rowing",
    dollar_amount: 25,
    ...changes,
  });
const draft = (changes?: Record<string, unknown>, of = person) =>
  draftInPortal(of.scope, requestOf(changes, of));
const countOf = ({ donationId }: PortalDraft) => db().donation.count({ where: { id: donationId } });
const setRate = (pointsPerDollar: number, { bank } = person) =>
  db().loyaltyProgram.upsert({
    where: { bankId_programId: { bankId: bank.bankId, programId: "gold" } },
    create: { bankId: bank.bankId, programId: "gold", name: "Gold", pointsPerDollar },
    update: { pointsPerDollar },
  });

async function objectionsTo(drafting: Promise<unknown>): Promise<string[]> {
  const error = await drafting.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(InvalidInput);
  return (error as InvalidInput).violations.map(({ loc, type }) => `${loc.join(".")} ${type}`);
}

it("the account that was used last comes first, then the one that takes the fewest points", async () => {
  const first = await makeCardholder();
  const link = async () =>
    makeCardholder({ ...(await makeBank()), customer: { email: first.email } });
  const [cheap, dear] = [await link(), await link()];
  await setRate(80, cheap);
  await setRate(125, dear);
  const order = async () => (await listSources(first.scope)).map(({ accountId }) => accountId);
  // The one that was linked last costs the most.
  expect(await order()).toEqual([cheap, first, dear].map(({ accountId }) => accountId));
  const drafted = await draft({ loyalty_account_id: dear.accountId }, first);
  await confirmInPortal(first.scope, drafted);
  expect(await order()).toEqual([dear, cheap, first].map(({ accountId }) => accountId));
});

describe("a draft", () => {
  it("shows the points to redeem, and writes nothing", async () => {
    const drafted = await draft({ dollar_amount: 19.99 });
    expect(drafted).toMatchObject({ points: 1999, rate: 100, cardholderId: person.cardholderId });
    expect(await countOf(drafted)).toBe(0);
    expect(await findDonationOfDraft(person.scope, drafted)).toBeNull();
  });

  it("is refused with every objection", async () => {
    const stranger = await makeCardholder();
    const invalid = { dollar_amount: 9.99, loyalty_account_id: stranger.accountId };
    expect(await objectionsTo(draft(invalid))).toEqual([
      "body.dollar_amount below_school_minimum",
      "body.loyalty_account_id loyalty_account_not_found",
    ]);
    const closed = await makeSchool({ active: false });
    expect(await objectionsTo(draft({ school_id: closed }))).toEqual([
      "body.school_id school_inactive",
    ]);
    expect(await objectionsTo(draft({ school_id: "no-such-school" }))).toEqual([
      "body.school_id school_not_found",
    ]);
  });

  it("is refused for an account that is no longer linked", async () => {
    const former = await makeCardholder();
    await unlinkAccount(former.bank.scope, former.accountId, {});
    expect(await objectionsTo(draft({}, former))).toEqual([
      "body.loyalty_account_id account_not_active",
    ]);
  });
});

describe("confirming a draft", () => {
  it("creates a donation with its ID, as shown", async () => {
    const drafted = await draft({ cardholder_message: "Row! 🚣", notify_by_email: false });
    expect(await confirmInPortal(person.scope, drafted)).toMatchObject({
      donation: {
        donation_id: drafted.donationId,
        bank_transaction_ref: `portal:${drafted.donationId}`,
        points_redeemed: 2500,
        cardholder_message: "Row! 🚣",
      },
    });
    expect(await countOf(drafted)).toBe(1);
  });

  it("creates one donation for twenty concurrent calls, and returns it to each", async () => {
    const drafted = await draft();
    const confirm = () => confirmInPortal(person.scope, drafted);
    const results = await Promise.all(Array.from({ length: 20 }, confirm));
    for (const result of results) {
      expect(result).toMatchObject({ donation: { donation_id: drafted.donationId } });
    }
    expect(await countOf(drafted)).toBe(1);
    const jobs = await db().outbox.findMany({ where: { name: "donation/push.requested" } });
    const own = jobs.filter(
      ({ data }) => (data as { donation_id: string }).donation_id === drafted.donationId,
    );
    expect(own).toHaveLength(1);
  });

  it("returns the same donation again, even if the account, school, or rate has changed", async () => {
    const giver = await makeCardholder();
    const closing = await makeSchool();
    const drafted = await draft({ school_id: closing }, giver);
    await confirmInPortal(giver.scope, drafted);
    await unlinkAccount(giver.bank.scope, giver.accountId, {});
    await db().school.update({ where: { id: closing }, data: { active: false } });
    await setRate(200, giver);
    expect(await confirmInPortal(giver.scope, drafted)).toMatchObject({
      donation: { donation_id: drafted.donationId, points_redeemed: 2500 },
    });
  });

  it("asks to confirm again if the rate has changed, and then redeems the points shown", async () => {
    const giver = await makeCardholder();
    const drafted = await draft({}, giver);
    await setRate(80, giver);
    const result = await confirmInPortal(giver.scope, drafted);
    expect(result).toEqual({ redrafted: { ...drafted, points: 2000, rate: 80 } });
    expect(await countOf(drafted)).toBe(0);
    const { redrafted } = result as { redrafted: PortalDraft };
    expect(await confirmInPortal(giver.scope, redrafted)).toMatchObject({
      donation: { points_redeemed: 2000, points_per_dollar: 80 },
    });
    // The first tab, still open.
    expect(await confirmInPortal(giver.scope, drafted)).toMatchObject({
      donation: { points_redeemed: 2000 },
    });
  });

  it("is refused if the school or the account has since closed, and writes nothing", async () => {
    const giver = await makeCardholder();
    const closing = await makeSchool();
    const drafted = await draft({ school_id: closing }, giver);
    await db().school.update({ where: { id: closing }, data: { active: false } });
    await unlinkAccount(giver.bank.scope, giver.accountId, {});
    expect(await objectionsTo(confirmInPortal(giver.scope, drafted))).toEqual([
      "body.school_id school_inactive",
      "body.loyalty_account_id account_not_active",
    ]);
    expect(await countOf(drafted)).toBe(0);
  });

  it("can't redeem another cardholder's points", async () => {
    const stranger = await makeCardholder();
    const drafted = await draft();
    expect(await objectionsTo(confirmInPortal(stranger.scope, drafted))).toEqual([
      "body.loyalty_account_id loyalty_account_not_found",
    ]);
    expect(await countOf(drafted)).toBe(0);
  });
});
