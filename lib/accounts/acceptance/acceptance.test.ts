/** Links count as a person's own once they accept them, and so do the donations made through them. */
import { describe, expect, it } from "vitest";
import { linkAccount, unlinkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import {
  acceptLink,
  type Bank,
  donationBody,
  donationRequestOf,
  linkBody,
  makeAccount,
  makeBank,
  makeSchool,
} from "#test/factories.ts";
import { activate, allAuditActions } from "#test/sign-in.ts";
import { acceptLinks, attributeRest } from "./accept.ts";

const accountOf = (id: string) => db().account.findUniqueOrThrow({ where: { id } });

async function give({ scope }: Bank, accountId: string) {
  const body = donationBody(await makeSchool(), { service_user_id: accountId });
  const { donation_id: id } = await requestDonation(scope, donationRequestOf(body));
  return id;
}

const isAttributed = async (id: string) =>
  (await db().donation.findUniqueOrThrow({ where: { id } })).attributed;

describe("a link without consent", () => {
  it("is unaccepted, and its donations are attributed once it is accepted", async () => {
    const bank = await makeBank();
    const accountId = await makeAccount(bank);
    const { cardholderId, acceptedAt } = await accountOf(accountId);
    expect(acceptedAt).toBeNull();
    const early = await give(bank, accountId);
    expect(await isAttributed(early)).toBe(false);
    const actor = `cardholder:${cardholderId}`;
    expect(await transaction((tx) => acceptLinks(tx, { actor }, cardholderId))).toBe(1);
    expect((await accountOf(accountId)).acceptedAt).not.toBeNull();
    expect(await isAttributed(early)).toBe(true);
    expect(await isAttributed(await give(bank, accountId))).toBe(true);
    expect(await allAuditActions(accountId)).toEqual(["account.accept"]);
    expect(await transaction((tx) => acceptLinks(tx, { actor }, cardholderId))).toBe(0);
  });

  it("is accepted on its own: others of the person stay as they are", async () => {
    const [bank, other] = [await makeBank(), await makeBank()];
    const accountId = await makeAccount(bank);
    const { email, cardholderId } = await accountOf(accountId);
    const { service_user_id: later } = await linkAccount(other.scope, { ...linkBody(), email });
    const theirs = await give(other, later);
    await transaction((tx) => acceptLinks(tx, { actor: "test" }, cardholderId, [accountId]));
    expect((await accountOf(later)).acceptedAt).toBeNull();
    expect(await isAttributed(theirs)).toBe(false);
  });

  it("is accepted by setting a password, which proves the address; later ones are not", async () => {
    const bank = await makeBank();
    const accountId = await makeAccount(bank);
    const { email } = await accountOf(accountId);
    const waiting = await linkAccount(bank.scope, {
      ...linkBody(),
      email,
      redirect_uri: "https://bank.example/linked",
    });
    const early = await give(bank, accountId);
    await activate(email);
    expect(await isAttributed(early)).toBe(true);
    expect((await accountOf(accountId)).acceptedAt).not.toBeNull();
    expect((await accountOf(waiting.service_user_id)).acceptedAt).toBeNull();
    const { service_user_id: later } = await linkAccount((await makeBank()).scope, {
      ...linkBody(),
      email,
    });
    expect((await accountOf(later)).acceptedAt).toBeNull();
  });

  it("has to be accepted again after the bank has linked it anew", async () => {
    const bank = await makeBank();
    const accountId = await makeAccount(bank);
    const { bankUserId } = await acceptLink(accountId);
    await unlinkAccount(bank.scope, accountId, {});
    await linkAccount(bank.scope, { ...linkBody(), bank_user_id: bankUserId });
    expect((await accountOf(accountId)).acceptedAt).toBeNull();
  });
});

it("attributes what was stored while a link was being accepted", async () => {
  const bank = await makeBank();
  const accountId = await makeAccount(bank);
  const missed = await give(bank, accountId);
  const { cardholderId } = await acceptLink(accountId);
  expect(await isAttributed(missed)).toBe(false);
  await attributeRest(cardholderId);
  expect(await isAttributed(missed)).toBe(true);
});
