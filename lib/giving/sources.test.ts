import { expect, it } from "vitest";
import { setProgram } from "#lib/banks/mutations.ts";
import { listGivenSchoolIds } from "#lib/cardholders/profile/queries.ts";
import { portalDonationRequest } from "#lib/donations/portal-contract.ts";
import {
  acceptLink,
  type Cardholder,
  makeAccount,
  makeBank,
  makeCardholder,
  makeSchool,
  system,
} from "#test/factories.ts";
import { giveInPortal, listSources } from "./portal.ts";

/** A person with three accounts, in the order of linking, at programs with these points per dollar. */
async function makePersonWithAccounts(rates: [number, number, number]) {
  const person = await makeCardholder();
  const customer = { email: person.email };
  const accounts = [person.accountId];
  await setProgram(system, person.bank.bankId, "gold", { pointsPerDollar: rates[0] });
  for (const pointsPerDollar of rates.slice(1)) {
    const bank = { ...(await makeBank()), customer };
    const accountId = await makeAccount(bank);
    await acceptLink(accountId);
    await setProgram(system, bank.bankId, "gold", { pointsPerDollar });
    accounts.push(accountId);
  }
  return { person, accounts };
}

const give = (person: Cardholder, accountId: string, school_id: string) =>
  giveInPortal(
    person.scope,
    portalDonationRequest.parse({
      loyalty_account_id: accountId,
      school_id,
      fund_designation: "rowing",
      dollar_amount: 25,
    }),
  );

it("lists the account that was used last first, then those that cost the fewest points", async () => {
  const { person, accounts } = await makePersonWithAccounts([125, 80, 100]);
  const [costly, cheap, middle] = accounts as [string, string, string];
  const order = async () => (await listSources(person.scope)).map(({ accountId }) => accountId);
  expect(await order()).toEqual([cheap, middle, costly]);
  const school = await makeSchool();
  await give(person, costly, school);
  expect(await order()).toEqual([costly, cheap, middle]);
  await give(person, middle, school);
  expect(await order()).toEqual([middle, costly, cheap]);
});

it("knows the schools that a person has given to", async () => {
  const person = await makeCardholder();
  const stranger = await makeCardholder();
  const [first, second, other] = [await makeSchool(), await makeSchool(), await makeSchool()];
  for (const school of [first, first, second]) await give(person, person.accountId, school);
  await give(stranger, stranger.accountId, other);
  expect((await listGivenSchoolIds(person.scope, 8)).sort()).toEqual([first, second].sort());
  expect(await listGivenSchoolIds(person.scope, 1)).toHaveLength(1);
});
