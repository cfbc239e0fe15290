import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { listPreferredSchoolChoices } from "#lib/cardholders/profile/queries.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import {
  findPointsSource,
  listYearOfGiving,
  readFilterChoices,
  readUpdates,
  sumGivingOf,
} from "#lib/donations/history/queries.ts";
import { portalDonationRequest } from "#lib/donations/portal-contract.ts";
import { give } from "#lib/giving/give.ts";
import { giverOf } from "#lib/giving/portal.ts";
import { emailReceipt } from "#lib/receipts/mutations.ts";
import { listStatementYears } from "#lib/receipts/statements/queries.ts";
import { call } from "../api.ts";
import { push } from "../attempts.ts";
import { mintToken, openFlow, sendForm } from "../embed-flow.ts";
import {
  type Cardholder,
  donationBody,
  donationRequestOf,
  makeCardholder,
  makeSchool,
} from "../factories.ts";
import { fieldsOf } from "../forms.ts";
import { portalOperations } from "../operations.ts";
import { makeCompletedDonation } from "../receipt-operations.ts";
import { relink } from "../relink-account.ts";
import { emailsTo } from "../sign-in.ts";

const MESSAGE = "Only between us";
const withinSession = portalOperations.filter(({ contract }) => contract.id !== "logout");

/** Alice has given through her account. */
async function giver() {
  const alice = await makeCardholder();
  const given = await makeCompletedDonation(alice, { cardholder_message: MESSAGE });
  return { alice, given };
}

/** The values of these fields, anywhere in a response. */
function valuesOf(body: unknown, names: string[]): unknown[] {
  const found: unknown[] = [];
  JSON.stringify(body, (name, value) => {
    if (names.includes(name)) found.push(value);
    return value;
  });
  return found;
}

const SUMS = ["donation_count", "lifetime_donated_usd", "total_usd"];

describe.each(withinSession)(
  "$contract.id, once the account belongs to another person",
  (tested) => {
    let [alice, bob] = [] as unknown as [Cardholder, Cardholder];
    let request: Awaited<ReturnType<typeof tested.good>>;
    beforeAll(async () => {
      ({ alice } = await giver());
      request = await tested.good(alice);
      bob = await relink(alice);
    });

    it("shows the later person nothing of the earlier one", async () => {
      const { body } = await call(tested, { ...request, token: bob.token });
      const text = JSON.stringify(body);
      const donations = await db().donation.findMany({
        where: { cardholderId: alice.cardholderId },
        select: { id: true },
      });
      expect(donations).not.toEqual([]);
      const hers = [MESSAGE, "Pat Sample", alice.email, alice.cardholderId];
      for (const one of [...hers, ...donations.map(({ id }) => id)])
        expect(text).not.toContain(one);
      for (const sum of valuesOf(body, SUMS)) expect(sum).toBe(0);
    });

    it("keeps working for the earlier person, but no longer spends those points", async () => {
      const { status } = await call(tested, { ...request, token: alice.token });
      const gives = tested.contract.id === "requestPortalDonation";
      expect(status).toBe(gives ? 422 : tested.contract.status);
    });
  },
);

describe("what pages show", () => {
  it("is empty for the later person, and unchanged for the earlier one", async () => {
    const { alice, given } = await giver();
    const bob = await relink(alice);
    const nobody = await makeCardholder();
    const allOf = async ({ scope }: Cardholder) => ({
      giving: await sumGivingOf(scope),
      year: await listYearOfGiving(scope, "UTC"),
      choices: await readFilterChoices(scope),
      updates: await readUpdates(scope),
      schools: await listPreferredSchoolChoices(scope),
      years: await listStatementYears(scope),
      source: await findPointsSource(scope, given),
    });
    expect(await allOf(bob)).toEqual(await allOf(nobody));
    expect(await allOf(alice)).toMatchObject({
      giving: { donations: 1, givenCents: 2_500 },
      choices: { count: 1 },
      schools: [{}],
      years: [{ pages: 1 }],
      source: { bankName: expect.stringMatching(/^Bank /) },
    });
  });
});

describe("a donation that is settled after the change", () => {
  it("is reported and receipted to the person who was linked when it was accepted", async () => {
    const alice = await makeCardholder();
    const body = donationBody(await makeSchool(), { service_user_id: alice.accountId });
    const { donation_id: id } = await requestDonation(alice.bank.scope, donationRequestOf(body));
    const bob = await relink(alice);
    await push(id);
    await emailReceipt(id);
    // On the school's platform, too.
    const fans = await db().platformAccount.findMany({ where: { schoolId: body.school_id } });
    expect(fans.map(({ emailKey }) => emailKey)).toEqual([alice.email]);
    const [email, ...others] = await emailsTo(alice.email);
    expect(others).toEqual([]);
    expect(email?.text).toMatch(/Receipt number .*-000001/);
    expect(await emailsTo(bob.email)).toEqual([]);
    const { content } = await db().receipt.findFirstOrThrow({ where: { donationId: id } });
    // The account has Bob's name by now, and she never set her own.
    expect(content).toMatchObject({ donor_name: alice.email, donor_email: alice.email });
  });
});

describe("a donation in progress during the change", () => {
  it("isn't accepted in the name of the currently linked person", async () => {
    const { alice } = await giver();
    const request = portalDonationRequest.parse({
      loyalty_account_id: alice.accountId,
      school_id: await makeSchool(),
      fund_designation: "annual-fund",
      dollar_amount: 25,
    });
    const alicesGiving = await giverOf(alice.scope, request);
    const donationId = randomUUID();
    await relink(alice);
    const giving = give(alicesGiving, request, { donationId, findMade: async () => null });
    await expect(giving).rejects.toMatchObject({
      violations: [{ type: "loyalty_account_not_found" }],
    });
    expect(await db().donation.findUnique({ where: { id: donationId } })).toBeNull();
  });

  it("isn't accepted in the embedded flow either, even with clock skew", async () => {
    const alice = await makeCardholder();
    const token = await mintToken(alice.bank, { service_user_id: alice.accountId });
    await relink(alice);
    await db().account.update({ where: { id: alice.accountId }, data: { linkedAt: new Date(0) } });
    expect((await openFlow(token)).status).toBe(410);
  });

  it("is shown in the embedded flow to the holder of its session, and to no one else", async () => {
    const alice = await makeCardholder();
    const school_id = await makeSchool();
    const session = { service_user_id: alice.accountId, school_id, dollar_amount: 40 };
    const token = await mintToken(alice.bank, session);
    const review = await sendForm(token, {
      ...fieldsOf((await openFlow(token)).html),
      do: "review",
      cardholder_message: MESSAGE,
    });
    await sendForm(token, { ...fieldsOf(review.html), do: "give" });
    await relink(alice);
    expect(await openFlow(token)).toMatchObject({ status: 409 });
  });
});
