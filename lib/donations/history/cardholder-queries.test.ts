import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { cardholderScopeOf } from "#lib/auth/sessions.ts";
import { db } from "#lib/database/prisma.ts";
import { InvalidInput } from "#lib/errors.ts";
import { acceptLink, donationBody, makeAccount, makeBank, makeSchool } from "#test/factories.ts";
import { requestDonation } from "../accept/mutations.ts";
import { donationRequest } from "../contract.ts";
import { sumGivingOf } from "./cardholder-giving.ts";
import { listCardholderDonations } from "./cardholder-queries.ts";

async function makeGiver() {
  const bank = await makeBank();
  const accountId = await makeAccount(bank);
  const account = await acceptLink(accountId);
  const session = await db().sessionFamily.create({
    data: {
      id: randomUUID(),
      cardholderId: account.cardholderId,
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
  const { cardholderId } = account;
  const scope = await cardholderScopeOf({ cardholderId, familyId: session.id });
  if (!scope) throw new Error("no session");
  const give = async (schoolId: string, dollars: number, status = "pending") => {
    const body = donationBody(schoolId, { dollar_amount: dollars, service_user_id: accountId });
    const { donation_id: id } = await requestDonation(bank.scope, donationRequest.parse(body));
    const at = new Date();
    if (status === "completed") {
      await db().donation.update({ where: { id }, data: { status, completedAt: at } });
    } else if (status === "failed") {
      const failureReason = "no such fund";
      await db().donation.update({ where: { id }, data: { status, failedAt: at, failureReason } });
    }
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

  it("are summed up as given if completed, as on their way if pending, and not if failed", async () => {
    const { scope, give } = await makeGiver();
    const [one, two] = [await makeSchool(), await makeSchool()];
    await give(one, 25.5, "completed");
    await give(one, 10, "completed");
    await give(two, 4.5 + 0.5, "completed");
    await give(two, 7.25);
    await give(await makeSchool(), 99, "failed");
    expect(await sumGivingOf(scope)).toEqual({
      givenUsd: 40.5,
      donations: 3,
      schools: 2,
      pendingUsd: 7.25,
      pending: 1,
    });
  });

  it("have a sum of zero if there are none", async () => {
    const { scope } = await makeGiver();
    expect(await sumGivingOf(scope)).toEqual({
      givenUsd: 0,
      donations: 0,
      schools: 0,
      pendingUsd: 0,
      pending: 0,
    });
  });
});
