import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { followSchool } from "#lib/schools/mutations.ts";
import { donationBody, donationRequestOf, makeCardholder, makeSchool } from "#test/factories.ts";
import { updateCardholderProfile } from "./mutations.ts";
import { getCardholderName, listPreferredSchoolChoices } from "./queries.ts";

describe("the name", () => {
  it("is the bank's until the cardholder chooses one, and again after they clear it", async () => {
    const { scope } = await makeCardholder();
    expect(await getCardholderName(scope)).toEqual({ chosen: null, byBank: "Pat Sample" });
    await updateCardholderProfile(scope, { display_name: "Pat S." });
    expect(await getCardholderName(scope)).toEqual({ chosen: "Pat S.", byBank: "Pat Sample" });
    await updateCardholderProfile(scope, { display_name: null });
    expect(await getCardholderName(scope)).toEqual({ chosen: null, byBank: "Pat Sample" });
  });
});

describe("choices for the preferred school", () => {
  it("are those that the cardholder follows, has given to, or prefers, and no one else's", async () => {
    const person = await makeCardholder();
    const [followed, given, preferred, closed] = [
      await makeSchool({ name: "A followed" }),
      await makeSchool({ name: "B given to" }),
      await makeSchool({ name: "C preferred" }),
      await makeSchool({ name: "D closed" }),
    ];
    await followSchool(person.scope, followed, true);
    await followSchool(person.scope, closed, true);
    const body = { ...donationBody(given), service_user_id: person.accountId };
    await requestDonation(person.bank.scope, donationRequestOf(body));
    await updateCardholderProfile(person.scope, { preferred_school_id: preferred });
    await db().school.update({ where: { id: closed }, data: { active: false } });
    const idsFor = async () =>
      (await listPreferredSchoolChoices(person.scope)).map(({ school_id }) => school_id);
    expect(await idsFor()).toEqual([followed, given, preferred]);
    await db().school.update({ where: { id: preferred }, data: { active: false } });
    expect(await idsFor()).toEqual([followed, given, preferred]);
    expect(await listPreferredSchoolChoices((await makeCardholder()).scope)).toEqual([]);
  });
});
