import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { linkAccount, unlinkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { call } from "#test/api.ts";
import { acceptLink, linkBody, makeBank, makeCardholder } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { makeCompletedDonation } from "#test/receipt-operations.ts";

const tested = operation("listLoyaltyAccounts");

it("lists links with all banks, latest first, each at its program's rate", async () => {
  const person = await makeCardholder();
  const other = await makeBank();
  const link = { ...linkBody(), email: person.email, loyalty_program_id: "silver" };
  const { service_user_id } = await linkAccount(other.scope, link);
  await acceptLink(service_user_id);
  await db().loyaltyProgram.create({
    data: { bankId: other.bankId, programId: "silver", name: "Silver", pointsPerDollar: 62.5 },
  });
  const there = { ...person, bank: other, accountId: service_user_id };
  for (const dollar_amount of [5, 14.98]) await makeCompletedDonation(there, { dollar_amount });
  const { body } = await call(tested, { token: person.token });
  const { name } = await db().bank.findUniqueOrThrow({ where: { id: other.bankId } });
  const meta = { request_id: expect.any(String), total: 2, limit: 2, next_cursor: null };
  expect(body.meta).toEqual(meta);
  expect(body.data).toEqual([
    {
      loyalty_account_id: service_user_id,
      service_user_id,
      bank_name: name,
      loyalty_program_id: "silver",
      loyalty_program_name: "Silver",
      points_per_dollar: 62.5,
      status: "active",
      accepted: true,
      linked_at: expect.any(String),
      points_balance: null,
      donation_count: 2,
      lifetime_donated_usd: 19.98,
    },
    expect.objectContaining({
      loyalty_account_id: person.accountId,
      points_per_dollar: 100,
      donation_count: 0,
    }),
  ]);
});

it("marks a link that the person hasn't accepted, and counts none of its donations", async () => {
  const person = await makeCardholder();
  const other = await makeBank();
  const { service_user_id } = await linkAccount(other.scope, {
    ...linkBody(),
    email: person.email,
  });
  await makeCompletedDonation({ ...person, bank: other, accountId: service_user_id });
  const { body } = await call(tested, { token: person.token });
  expect(body.data).toMatchObject([
    {
      loyalty_account_id: service_user_id,
      status: "active",
      accepted: false,
      donation_count: 0,
      lifetime_donated_usd: 0,
    },
    { loyalty_account_id: person.accountId, accepted: true },
  ]);
});

it("shows a points balance until a gift has used some of them", async () => {
  const person = await makeCardholder();
  const balance = { points: 48_200, as_of: new Date().toISOString() };
  const link = { ...linkBody(), email: person.email };
  const { service_user_id } = await linkAccount(person.bank.scope, {
    ...link,
    points_balance: { ...balance, as_of: new Date(balance.as_of) },
  });
  await acceptLink(service_user_id);
  const balances = async () => {
    const { body } = await call(tested, { token: person.token });
    return body.data.map((one: { points_balance: unknown }) => one.points_balance);
  };
  expect(await balances()).toEqual([balance, null]);
  await makeCompletedDonation(person);
  expect(await balances(), "another account's gift").toEqual([balance, null]);
  await makeCompletedDonation({ ...person, accountId: service_user_id });
  expect(await balances()).toEqual([null, null]);
});

it("keeps listing an unlinked account", async () => {
  const { token, bank, accountId } = await makeCardholder();
  await unlinkAccount(bank.scope, accountId, {});
  const { body } = await call(tested, { token });
  expect(body.data).toMatchObject([{ loyalty_account_id: accountId, status: "unlinked" }]);
});

it("lists only the most recent links, however many a bank has created", async () => {
  const { token, bank, email, accountId, cardholderId } = await makeCardholder();
  await db().account.createMany({
    data: Array.from({ length: 60 }, (_, n) => ({
      id: randomUUID(),
      bankId: bank.bankId,
      bankUserId: `gone-${n}`,
      cardholderId,
      email,
      displayName: "Pat Sample",
      loyaltyProgramId: "gold",
      status: "unlinked",
      linkedAt: new Date(Date.now() + 1_000 + n),
      lastActiveAt: new Date(),
      unlinkedAt: new Date(),
    })),
  });
  const { body } = await call(tested, { token });
  expect(body.data).toHaveLength(51);
  expect(body.data.at(-1).loyalty_account_id).toBe(accountId);
});

it("returns no other cardholder's", async () => {
  const one = await makeCardholder();
  const two = await makeCardholder(one.bank);
  const { body } = await call(tested, { token: two.token });
  expect(body.data).toMatchObject([{ loyalty_account_id: two.accountId }]);
});
