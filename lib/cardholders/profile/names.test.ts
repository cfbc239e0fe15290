import { expect, it } from "vitest";
import { linkAccount, unlinkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { linkBody, makeBank, makeCardholder } from "#test/factories.ts";
import { activate } from "#test/sign-in.ts";
import { updateCardholderProfile } from "./mutations.ts";
import { getCardholderProfile } from "./queries.ts";

/** Links the email address from another bank. */
async function linkAtAnotherBank(email: string, display_name: string): Promise<void> {
  await linkAccount((await makeBank()).scope, { ...linkBody(), email, display_name });
}

it("the name is the oldest account's until the cardholder chooses one", async () => {
  const { scope, email } = await makeCardholder();
  await linkAtAnotherBank(email, "Mallory");
  expect((await getCardholderProfile(scope)).display_name).toBe("Pat Sample");
});

it("the name comes from an active account rather than an unlinked one", async () => {
  const { scope, email, bank, accountId } = await makeCardholder();
  await linkAtAnotherBank(email, "Second");
  await linkAtAnotherBank(email, "Third");
  await unlinkAccount(bank.scope, accountId, {});
  expect((await getCardholderProfile(scope)).display_name).toBe("Second");
});

it("the name can't be changed by a bank after the cardholder verifies their email address", async () => {
  const { scope, email, bank, accountId } = await makeCardholder();
  const { bankUserId } = await db().account.findUniqueOrThrow({ where: { id: accountId } });
  await linkAtAnotherBank(email, "Mallory");
  await activate(email);
  await unlinkAccount(bank.scope, accountId, {});
  await linkAccount(bank.scope, {
    ...linkBody(),
    email,
    bank_user_id: bankUserId,
    display_name: "Renamed",
  });
  expect((await getCardholderProfile(scope)).display_name).toBe("Pat Sample");
});

it("the name they chose before setting a password stays", async () => {
  const { scope, email } = await makeCardholder();
  await updateCardholderProfile(scope, { display_name: "Patricia" });
  await activate(email);
  expect((await getCardholderProfile(scope)).display_name).toBe("Patricia");
});

it("the name is the oldest account's again after they clear it", async () => {
  const { scope, email } = await makeCardholder();
  await linkAtAnotherBank(email, "Mallory");
  await updateCardholderProfile(scope, { display_name: "Patricia" });
  const { display_name } = await updateCardholderProfile(scope, { display_name: null });
  expect(display_name).toBe("Pat Sample");
});
