import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { reencryptSecrets } from "#lib/operations/actions.ts";
import { getReceipt } from "#lib/receipts/issue.ts";
import { call } from "#test/api.ts";
import { push } from "#test/attempts.ts";
import { mintToken, openFlow, sendForm } from "#test/embed-flow.ts";
import {
  acceptLink,
  type Cardholder,
  makeAccount,
  makeBank,
  makeCardholder,
  makeSchool,
  system,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const ADDRESS = "1 Example Way\nColumbus, OH 43210";

async function setUp() {
  const person = await makeCardholder();
  const school = await makeSchool();
  const { token, accountId: loyalty_account_id } = person;
  const give = (share?: string | null) =>
    call(operation("requestPortalDonation"), {
      token,
      body: {
        loyalty_account_id,
        school_id: school,
        fund_designation: "annual-fund",
        dollar_amount: 25,
        ...(share === undefined ? {} : { share_with_school: share }),
      },
    });
  const setAddress = (postal_address: string | null) =>
    call(operation("updateProfile"), { token, body: { postal_address } });
  return { person, school, give, setAddress };
}

/** What the platform was told about a gift. */
async function toldAbout(donationId: string) {
  await push(donationId);
  const credit = await db().stubCredit.findFirstOrThrow({
    where: { partnerReference: donationId },
  });
  const { donor, notify } = credit.instruction as Record<string, unknown>;
  return { donor, notify, fanId: credit.fanId };
}

describe("what the school learns about a donor", () => {
  it("is their name and email unless they choose", async () => {
    const { person, give } = await setUp();
    const { data } = (await give()).body;
    expect(data.share_with_school).toBe("name");
    const { email } = person;
    expect(await toldAbout(data.donation_id)).toMatchObject({
      donor: { name: "Pat Sample", email, postalAddress: null },
    });
  });

  it("includes the postal address only where they share it, as it was entered", async () => {
    const { person, give, setAddress } = await setUp();
    expect((await setAddress(ADDRESS)).body.data.postal_address).toBe(ADDRESS);
    const [shared, other] = [(await give("address")).body.data, (await give("name")).body.data];
    const { email } = person;
    const donor = { name: "Pat Sample", email };
    expect((await toldAbout(shared.donation_id)).donor).toEqual({
      ...donor,
      postalAddress: ADDRESS,
    });
    expect((await toldAbout(other.donation_id)).donor).toEqual({ ...donor, postalAddress: null });
  });

  it("is nothing for an anonymous gift, which the house account receives", async () => {
    const { person, school, give } = await setUp();
    const { data } = (await give("nothing")).body;
    expect(await toldAbout(data.donation_id)).toEqual({
      donor: null,
      notify: false,
      fanId: `house-${school}`,
    });
    expect(await getReceipt(person.scope, data.donation_id)).toMatchObject({
      donor_name: "Pat Sample",
      shared_with_school: "nothing",
    });
  });

  it("is decided with each gift, and remembered for the next", async () => {
    const { person, give, setAddress } = await setUp();
    const first = (await give("nothing")).body.data;
    expect((await give(null)).body.data.share_with_school).toBe("nothing");
    await setAddress(ADDRESS);
    await give("address");
    expect((await give()).body.data.share_with_school).toBe("address");
    await setAddress(null);
    expect((await give()).body.data.share_with_school).toBe("name");
    const kept = await call(operation("getPortalDonation"), {
      token: person.token,
      params: { donation_id: first.donation_id },
    });
    expect(kept.body.data.share_with_school).toBe("nothing");
    expect((await toldAbout(first.donation_id)).donor).toBeNull();
  });

  it("can't be an address that they haven't given", async () => {
    const { give } = await setUp();
    const { status, body } = await give("address");
    expect([status, body.detail]).toMatchObject([
      422,
      [{ loc: ["body", "share_with_school"], type: "value_error" }],
    ]);
  });

  it("is never more than the name that the donation's own bank gave, while theirs is unverified", async () => {
    const { person, give } = await setUp();
    await db().cardholder.update({
      where: { id: person.cardholderId },
      data: { displayName: "Chosen", passwordHash: null },
    });
    const { data } = (await give()).body;
    expect((await toldAbout(data.donation_id)).donor).toMatchObject({ name: "Pat Sample" });
  });
});

describe("a postal address", () => {
  it("is stored encrypted for its person, and re-encrypted when keys change", async () => {
    const { person, setAddress } = await setUp();
    await setAddress(ADDRESS);
    const stored = async () =>
      (await db().cardholder.findUniqueOrThrow({ where: { id: person.cardholderId } }))
        .encryptedPostalAddress as Uint8Array;
    const before = Buffer.from(await stored());
    expect(before.toString("latin1")).not.toContain("Example Way");
    const { unreadable } = (await reencryptSecrets(system)).postalAddresses;
    expect(unreadable).not.toContain(person.cardholderId);
    expect(Buffer.from(await stored()).equals(before)).toBe(false);
    const profile = await call(operation("getProfile"), { token: person.token });
    expect(profile.body.data.postal_address).toBe(ADDRESS);
    const other = await makeCardholder();
    await db().cardholder.update({
      where: { id: other.cardholderId },
      data: { encryptedPostalAddress: Buffer.from(await stored()) },
    });
    await expect(call(operation("getProfile"), { token: other.token })).resolves.toMatchObject({
      status: 500,
    });
  });
});

describe("an embedded session", () => {
  const formOf = (token: string, fields: Record<string, string>) =>
    sendForm(token, { amount: "25", fund_designation: "annual-fund", ...fields });

  async function setUpSession(person: Cardholder, accountId: string, bank = person.bank) {
    const school = await makeSchool();
    const token = await mintToken(bank, { school_id: school, service_user_id: accountId });
    return { school, token };
  }

  it("says what the school receives, and gives as chosen", async () => {
    const person = await makeCardholder();
    const { school, token } = await setUpSession(person, person.accountId);
    const { html } = await openFlow(token);
    expect(html).toContain("Name and email");
    expect(html).not.toContain("postal address");
    const choice = { school_id: school, share_with_school: "nothing" };
    const review = await formOf(token, { ...choice, do: "review" });
    expect(review.html).toContain("an anonymous gift");
    await formOf(token, { ...choice, do: "give", points: "2500", rate: "100" });
    const gift = await db().donation.findFirstOrThrow({ where: { schoolId: school } });
    expect(gift.shareWithSchool).toBe("nothing");
    const next = await setUpSession(person, person.accountId);
    expect((await openFlow(next.token)).html).toMatch(/data-shared[^>]*>Nothing/);
  });

  it("neither shows nor changes what a person chose through a link they haven't accepted", async () => {
    const person = await makeCardholder();
    await db().cardholder.update({
      where: { id: person.cardholderId },
      data: { shareWithSchool: "nothing" },
    });
    await call(operation("updateProfile"), {
      token: person.token,
      body: { postal_address: ADDRESS },
    });
    const bank = { ...(await makeBank()), customer: { email: person.email } };
    const accountId = await makeAccount(bank);
    const { school, token } = await setUpSession(person, accountId, bank);
    const { html } = await openFlow(token);
    expect(html).toMatch(/data-shared[^>]*>Name and email</);
    expect(html).not.toContain("postal address");
    const fields = { school_id: school, share_with_school: "name", do: "give" };
    await formOf(token, { ...fields, points: "2500", rate: "100" });
    expect(await db().donation.count({ where: { schoolId: school } })).toBe(1);
    const kept = await db().cardholder.findUniqueOrThrow({ where: { id: person.cardholderId } });
    expect(kept.shareWithSchool).toBe("nothing");
    await acceptLink(accountId);
    const next = await setUpSession(person, accountId, bank);
    expect((await openFlow(next.token)).html).toContain("postal address");
  });
});
