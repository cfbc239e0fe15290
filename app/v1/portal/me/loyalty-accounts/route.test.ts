import { expect, it } from "vitest";
import { linkAccount, unlinkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/db.ts";
import { call } from "#test/api.ts";
import { linkBody, makeBank, makeCardholder } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("listLoyaltyAccounts");

it("shows the links with all banks, the latest first, each at its program's rate", async () => {
  const person = await makeCardholder();
  const other = await makeBank();
  const link = { ...linkBody(), email: person.email, loyalty_program_id: "silver" };
  const { service_user_id } = await linkAccount(other.scope, link);
  await db().loyaltyProgram.create({
    data: { bankId: other.bankId, programId: "silver", name: "Silver", pointsPerDollar: 62.5 },
  });
  await db().account.update({
    where: { id: service_user_id },
    data: { donationCount: 3, lifetimeDonatedCents: 1999 },
  });
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
      points_per_dollar: 62.5,
      status: "active",
      linked_at: expect.any(String),
      donation_count: 3,
      lifetime_donated_usd: 19.99,
    },
    expect.objectContaining({ loyalty_account_id: person.accountId, points_per_dollar: 100 }),
  ]);
});

it("keeps showing one that the bank has unlinked", async () => {
  const { token, bank, accountId } = await makeCardholder();
  await unlinkAccount(bank.scope, accountId, {});
  const { body } = await call(tested, { token });
  expect(body.data).toMatchObject([{ loyalty_account_id: accountId, status: "unlinked" }]);
});

it("shows nobody else's", async () => {
  const one = await makeCardholder();
  const two = await makeCardholder(one.bank);
  const { body } = await call(tested, { token: two.token });
  expect(body.data).toMatchObject([{ loyalty_account_id: two.accountId }]);
});
