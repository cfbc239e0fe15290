/** A gift is accepted in no channel where nothing would ever move it. */
import { afterEach, expect, it } from "vitest";
import { GET as readyz } from "#app/readyz/route.ts";
import { call } from "#test/api.ts";
import { startAuthorizer } from "#test/authorizer.ts";
import { mintToken, sendForm } from "#test/embed-flow.ts";
import { donationBody, makeBank, makeCardholder, makeSchool } from "#test/factories.ts";
import { operation, portalOperations } from "#test/operations.ts";
import { pool } from "../database/pool.ts";
import { engineState, recordRegistration } from "./engines.ts";

/** As in a process that has just started, on a database with which no engine has registered. */
async function begin(): Promise<void> {
  engineState.reset();
  await pool().query("delete from engine_registration");
}

afterEach(recordRegistration);

const bank = await makeBank();
const school = await makeSchool();

/** Asks for a gift in each channel. @returns what each answers */
async function giveEverywhere(): Promise<unknown[]> {
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
  const answer = await readyz(new Request("http://service.test/readyz"));
  return [answer.status, (await answer.json()).error?.details?.reason];
};

it("refuses gifts while no engine has ever registered with the database, and says so", async () => {
  await begin();
  expect(await giveEverywhere()).toEqual(REFUSED);
  expect(await readiness()).toEqual([503, expect.stringContaining("No engine has registered")]);
  // By any process, whatever becomes of it.
  await pool().query("insert into engine_registration default values");
  expect(await giveEverywhere()).toEqual(ACCEPTED);
  expect(await readiness()).toEqual([200, undefined]);
});

it("does not ask the bank for a gift that it would refuse", async () => {
  const authorizer = await startAuthorizer();
  await authorizer.serve(bank);
  await begin();
  expect(await giveEverywhere()).toEqual(REFUSED);
  expect(authorizer.asked).toEqual([]);
  await authorizer.close();
});
