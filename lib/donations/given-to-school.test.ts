import { expect, it } from "vitest";
import { db } from "#lib/db.ts";
import { donationBody, makeCardholder, makeSchool } from "#test/factories.ts";
import { donationRequest } from "./contract.ts";
import { sumGivenToSchool } from "./given-to-school.ts";
import { requestDonation } from "./mutations.ts";

it("counts one's own completed donations to this school, and what is on its way", async () => {
  const { scope, bank, accountId } = await makeCardholder();
  const [school, other] = [await makeSchool(), await makeSchool()];
  const give = async (schoolId: string, dollars: number, status: string) => {
    const body = donationBody(schoolId, { dollar_amount: dollars, service_user_id: accountId });
    const { donation_id: id } = await requestDonation(bank.scope, donationRequest.parse(body));
    const at = new Date();
    const settled = {
      completed: { status, completedAt: at },
      failed: { status, failedAt: at, failureReason: "no such fund" },
    }[status];
    if (settled) await db().donation.update({ where: { id }, data: settled });
  };
  await give(school, 25, "completed");
  await give(school, 50.5, "completed");
  await give(school, 30, "pending");
  await give(school, 99, "failed");
  await give(other, 40, "completed");
  const sum = await sumGivenToSchool(scope, school);
  expect(sum).toEqual({ givenUsd: 75.5, donations: 2, pendingUsd: 30 });

  const { scope: nobody } = await makeCardholder();
  expect(await sumGivenToSchool(nobody, school)).toMatchObject({ givenUsd: 0, donations: 0 });
});
