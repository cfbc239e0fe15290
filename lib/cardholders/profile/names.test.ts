import { expect, it } from "vitest";
import { linkAccount, unlinkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { linkBody, makeBank, makeCardholder } from "#test/factories.ts";
import { activate } from "#test/sign-in.ts";
import { updateCardholderProfile } from "./mutations.ts";
import { getCardholderProfile } from "./queries.ts";

/** Links the same address from another bank. */
async function linkAtAnother(email: string, display_name: string): Promise<void> {
  await linkAccount((await makeBank()).scope, { ...linkBody(), email, display_name });
}

it("is the oldest account's until the cardholder chooses one", async () => {
  const { scope, email } = await makeCardholder();
  await linkAtAnother(email, "Mallory");
  expect((await getCardholderProfile(scope)).display_name).toBe("Pat Sample");
});

it("prefers an active account's to one that is unlinked", async () => {
  const { scope, email, bank, accountId } = await makeCardholder();
  await linkAtAnother(email, "Second");
  await linkAtAnother(email, "Third");
  await unlinkAccount(bank.scope, accountId, {});
  expect((await getCardholderProfile(scope)).display_name).toBe("Second");
});

it("cannot be changed by a bank after the cardholder has proved their address", async () => {
  const { scope, email, bank, accountId } = await makeCardholder();
  const { bankUserId } = await db().account.findUniqueOrThrow({ where: { id: accountId } });
  await linkAtAnother(email, "Mallory");
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

it("stays what they chose before they had a password", async () => {
  const { scope, email } = await makeCardholder();
  await updateCardholderProfile(scope, { display_name: "Patricia" });
  await activate(email);
  expect((await getCardholderProfile(scope)).display_name).toBe("Patricia");
});

it("is the oldest account's again after they clear it", async () => {
  const { scope, email } = await makeCardholder();
  await linkAtAnother(email, "Mallory");
  await updateCardholderProfile(scope, { display_name: "Patricia" });
  const { display_name } = await updateCardholderProfile(scope, { display_name: null });
  expect(display_name).toBe("Pat Sample");
});
