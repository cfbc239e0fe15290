/** Links, and the donations made through them, count as a person's own once they accept the links. */
import { describe, expect, it } from "vitest";
import { applyLinkDecision, linkAccount, unlinkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { portalDonationRequest } from "#lib/donations/portal-contract.ts";
import { giveInPortal } from "#lib/giving/portal.ts";
import {
  acceptLink,
  type Bank,
  donationBody,
  donationRequestOf,
  linkBody,
  makeAccount,
  makeBank,
  makeCardholder,
  makeSchool,
  system,
} from "#test/factories.ts";
import { activate, allAuditActions } from "#test/sign-in.ts";
import { acceptLinks, acceptLink as acceptOne, attributeRemaining } from "./accept.ts";
import { listUnacceptedLinks } from "./queries.ts";

const accountOf = (id: string) => db().account.findUniqueOrThrow({ where: { id } });

async function give({ scope }: Bank, accountId: string) {
  const body = donationBody(await makeSchool(), { service_user_id: accountId });
  const { donation_id: id } = await requestDonation(scope, donationRequestOf(body));
  return id;
}

const isAttributed = async (id: string) =>
  (await db().donation.findUniqueOrThrow({ where: { id } })).attributed;

describe("a link without consent", () => {
  it("starts unaccepted, and its donations are attributed once it's accepted", async () => {
    const bank = await makeBank();
    const accountId = await makeAccount(bank);
    const { cardholderId, acceptedAt } = await accountOf(accountId);
    expect(acceptedAt).toBeNull();
    const early = await give(bank, accountId);
    expect(await isAttributed(early)).toBe(false);
    const actor = { kind: "cardholder", id: cardholderId } as const;
    expect(await transaction((tx) => acceptLinks(tx, { actor }, cardholderId))).toBe(1);
    expect((await accountOf(accountId)).acceptedAt).not.toBeNull();
    expect(await isAttributed(early)).toBe(true);
    expect(await isAttributed(await give(bank, accountId))).toBe(true);
    expect(await allAuditActions(accountId)).toEqual(["account.accept"]);
    expect(await transaction((tx) => acceptLinks(tx, { actor }, cardholderId))).toBe(0);
  });

  it("is accepted individually: the person's other links don't change", async () => {
    const [bank, other] = [await makeBank(), await makeBank()];
    const accountId = await makeAccount(bank);
    const { email, cardholderId } = await accountOf(accountId);
    const { service_user_id: later } = await linkAccount(other.scope, { ...linkBody(), email });
    const theirs = await give(other, later);
    await transaction((tx) => acceptLinks(tx, system, cardholderId, [accountId]));
    expect((await accountOf(later)).acceptedAt).toBeNull();
    expect(await isAttributed(theirs)).toBe(false);
  });

  it("is accepted by setting a password, which verifies the address; later links aren't", async () => {
    const bank = await makeBank();
    const accountId = await makeAccount(bank);
    const { email } = await accountOf(accountId);
    const pending = await linkAccount(bank.scope, {
      ...linkBody(),
      email,
      redirect_uri: "https://bank.example/linked",
    });
    const early = await give(bank, accountId);
    await activate(email);
    expect(await isAttributed(early)).toBe(true);
    expect((await accountOf(accountId)).acceptedAt).not.toBeNull();
    expect((await accountOf(pending.service_user_id)).acceptedAt).toBeNull();
    const { service_user_id: later } = await linkAccount((await makeBank()).scope, {
      ...linkBody(),
      email,
    });
    expect((await accountOf(later)).acceptedAt).toBeNull();
  });

  it("must be accepted again after the bank links the account again", async () => {
    const bank = await makeBank();
    const accountId = await makeAccount(bank);
    const { bankUserId } = await acceptLink(accountId);
    await unlinkAccount(bank.scope, accountId, {});
    await linkAccount(bank.scope, { ...linkBody(), bank_user_id: bankUserId });
    expect((await accountOf(accountId)).acceptedAt).toBeNull();
  });
});

describe("a person who decides", () => {
  async function linked() {
    const person = await makeCardholder();
    const { service_user_id: later } = await linkAccount((await makeBank()).scope, {
      ...linkBody(),
      email: person.email,
    });
    return { ...person, later };
  }

  it("sees unaccepted links, with the gifts that the bank reported", async () => {
    const { scope, email } = await makeCardholder();
    expect(await listUnacceptedLinks(scope)).toEqual([]);
    const bank = await makeBank();
    const { service_user_id } = await linkAccount(bank.scope, { ...linkBody(), email });
    const id = await give(bank, service_user_id);
    await db().donation.update({
      where: { id },
      data: { status: "completed", completedAt: new Date() },
    });
    expect(await listUnacceptedLinks(scope)).toMatchObject([
      { accountId: service_user_id, gifts: { count: 1, more: false, usd: 25 } },
    ]);
  });

  it("can accept only their own links, once", async () => {
    const { scope, later } = await linked();
    const stranger = await makeCardholder();
    for (const id of ["", "x", "\0", later]) {
      expect(await acceptOne(stranger.scope, id)).toBe(false);
    }
    expect(await acceptOne(scope, later)).toBe(true);
    expect(await acceptOne(scope, later)).toBe(false);
    expect(await listUnacceptedLinks(scope)).toEqual([]);
  });

  it("can't give from a link before accepting it", async () => {
    const { scope, later } = await linked();
    const request = portalDonationRequest.parse({
      loyalty_account_id: later,
      school_id: await makeSchool(),
      fund_designation: "annual-fund",
      dollar_amount: 25,
    });
    await expect(giveInPortal(scope, request)).rejects.toMatchObject({
      violations: [{ loc: ["body", "loyalty_account_id"], type: "account_not_active" }],
    });
  });

  it("keeps some of the links on the page, and disconnects the others", async () => {
    const { email, later, accountId, cardholderId } = await linked();
    const other = await makeBank();
    const unseen = await linkAccount(other.scope, { ...linkBody(), email });
    await transaction((tx) =>
      applyLinkDecision([accountId, later, "x"], [accountId])(tx, cardholderId),
    );
    expect(await accountOf(later)).toMatchObject({
      status: "unlinked",
      unlinkReason: "cardholder_request",
    });
    expect(await accountOf(unseen.service_user_id)).toMatchObject({
      status: "active",
      acceptedAt: null,
    });
    expect(await accountOf(accountId)).toMatchObject({ status: "active" });
  });
});

it("attributes donations made while a link was being accepted", async () => {
  const bank = await makeBank();
  const accountId = await makeAccount(bank);
  const missed = await give(bank, accountId);
  const { cardholderId } = await acceptLink(accountId);
  expect(await isAttributed(missed)).toBe(false);
  await attributeRemaining(cardholderId);
  expect(await isAttributed(missed)).toBe(true);
});
