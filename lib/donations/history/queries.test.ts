import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { InvalidInput } from "#lib/errors.ts";
import { donationBody, makeCardholder, makeSchool } from "#test/factories.ts";
import { requestDonation } from "../accept/mutations.ts";
import { donationRequest } from "../contract.ts";
import { listCardholderDonations, sumGivingOf } from "./queries.ts";

async function makeGiver() {
  const { bank, accountId, scope } = await makeCardholder();
  const give = async (schoolId: string, dollars: number, status = "pending") => {
    const body = donationBody(schoolId, { dollar_amount: dollars, service_user_id: accountId });
    const { donation_id: id } = await requestDonation(bank.scope, donationRequest.parse(body));
    const at = new Date();
    const settled = {
      completed: { completedAt: at },
      failed: { failedAt: at, failureReason: "no such fund" },
    }[status];
    if (settled) await db().donation.update({ where: { id }, data: { status, ...settled } });
    return id;
  };
  return { scope, give };
}

describe("a cardholder's donations", () => {
  it("are listed newest first, each exactly once across all pages, with the total", async () => {
    const [{ scope, give }, school] = [await makeGiver(), await makeSchool({ name: "Own State" })];
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift(await give(school, 25));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listCardholderDonations(scope, {
        limit: 2,
        ...(cursor ? { cursor } : {}),
      });
      expect(page.total).toBe(5);
      expect(page.items[0]).toMatchObject({ school_name: "Own State", fund_name: "Annual Fund" });
      seen.push(...page.items.map((item) => item.donation_id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(ids);
  });

  it("are visible only to their cardholder, and so is a cursor", async () => {
    const [one, other, school] = [await makeGiver(), await makeGiver(), await makeSchool()];
    await one.give(school, 25);
    await one.give(school, 25);
    const { nextCursor } = await listCardholderDonations(one.scope, { limit: 1 });
    expect(await listCardholderDonations(other.scope, { limit: 10 })).toMatchObject({
      items: [],
      total: 0,
    });
    const foreign = listCardholderDonations(other.scope, {
      limit: 1,
      cursor: nextCursor as string,
    });
    await expect(foreign).rejects.toThrow(InvalidInput);
  });

  it("count as given if completed, as pending if pending, and not at all if failed", async () => {
    const { scope, give } = await makeGiver();
    const [one, two] = [await makeSchool(), await makeSchool()];
    await give(one, 25.5, "completed");
    await give(one, 10, "completed");
    await give(two, 5, "completed");
    await give(two, 7.25);
    await give(await makeSchool(), 99, "failed");
    expect(await sumGivingOf(scope)).toEqual({
      givenCents: 4_050,
      donations: 3,
      schools: 2,
      pendingCents: 725,
      pending: 1,
    });
  });

  it("sum to zero if there are none", async () => {
    const { scope } = await makeGiver();
    expect(await sumGivingOf(scope)).toEqual({
      givenCents: 0,
      donations: 0,
      schools: 0,
      pendingCents: 0,
      pending: 0,
    });
  });
});
