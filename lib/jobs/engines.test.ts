/** No channel accepts gifts until an engine has registered. */
import { afterEach, expect, it } from "vitest";
import { GET as readyz } from "#app/readyz/route.ts";
import { call } from "#test/api.ts";
import { startAuthorizer } from "#test/authorizer.ts";
import { mintToken, sendForm } from "#test/embed-flow.ts";
import { donationBody, makeBank, makeCardholder, makeSchool } from "#test/factories.ts";
import { operation, portalOperations } from "#test/operations.ts";
import { pool } from "../database/pool.ts";
import { engineState, recordRegistration } from "./engines.ts";

/** As in a process that has just started, on a database that no engine has registered with. */
async function startUnregistered(): Promise<void> {
  engineState.reset();
  await pool().query("delete from engine_registration");
}

afterEach(recordRegistration);

const bank = await makeBank();
const school = await makeSchool();

/** Requests a gift through each channel. @returns the responses */
async function giveInEachChannel(): Promise<unknown[]> {
  const body = donationBody(school);
  const ofBank = await call(operation("requestDonation"), { key: bank.key, body });
  const person = await makeCardholder(bank);
  const portal = portalOperations.find(({ contract }) => contract.id === "requestPortalDonation");
  const { token } = person;
  const ofPerson = await call(operation("requestPortalDonation"), {
    token,
    ...(await portal?.good(person)),
  });
  const session = await mintToken(bank, { school_id: school });
  const fields = { school_id: school, fund_designation: "annual-fund", amount: "25" };
  const embedded = await sendForm(session, { ...fields, points: "2500", do: "give" });
  return [
    [ofBank.status, ofBank.body.error?.code],
    [ofPerson.status, ofPerson.body.error?.code],
    embedded.html.includes("We can’t take gifts right now."),
  ];
}

const REFUSED = [[503, "SERVICE_UNAVAILABLE"], [503, "SERVICE_UNAVAILABLE"], true];
const ACCEPTED = [[202, undefined], [202, undefined], false];

const readiness = async () => {
  const response = await readyz(new Request("http://service.test/readyz"));
  return [response.status, (await response.json()).error?.details?.reason];
};

it("refuses gifts while no engine has ever registered with the database, and says so", async () => {
  await startUnregistered();
  expect(await giveInEachChannel()).toEqual(REFUSED);
  expect(await readiness()).toEqual([503, expect.stringContaining("No engine has registered")]);
  // Any process may register.
  await pool().query("insert into engine_registration default values");
  expect(await giveInEachChannel()).toEqual(ACCEPTED);
  expect(await readiness()).toEqual([200, undefined]);
});

it("doesn't ask the bank to authorize a gift that it would refuse", async () => {
  const authorizer = await startAuthorizer();
  await authorizer.serve(bank);
  await startUnregistered();
  expect(await giveInEachChannel()).toEqual(REFUSED);
  expect(authorizer.asked).toEqual([]);
  await authorizer.close();
});
