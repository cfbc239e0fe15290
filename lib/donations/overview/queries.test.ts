import { expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { donationBody, donationRequestOf, makeBank, makeSchool } from "#test/factories.ts";
import { makeMember } from "#test/staff.ts";
import { requestDonation } from "../accept/mutations.ts";
import { readGiftOverview } from "./queries.ts";

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const TIMES = { today: hoursAgo(12), recently: hoursAgo(7 * 24) };

it("counts a tenant's own gifts and dollars: today's, waiting, and lately failed", async () => {
  const [bank, otherBank] = [await makeBank(), await makeBank()];
  const [schoolId, otherSchool] = [await makeSchool(), await makeSchool()];
  const give = async (
    from: typeof bank,
    to: string,
    dollars: number,
    { hours = 0, status = "pending" } = {},
  ) => {
    const body = { ...donationBody(to), dollar_amount: dollars };
    const { donation_id: id } = await requestDonation(from.scope, donationRequestOf(body));
    const at = hoursAgo(hours);
    const settled = {
      pending: {},
      completed: { completedAt: at },
      failed: { failedAt: at, failureReason: "refused" },
    }[status];
    await db().donation.update({ where: { id }, data: { createdAt: at, status, ...settled } });
  };
  await give(bank, schoolId, 20);
  await give(bank, schoolId, 30.5, { status: "completed" });
  await give(bank, schoolId, 40, { hours: 20 });
  await give(bank, schoolId, 50, { hours: 30, status: "failed" });
  await give(bank, schoolId, 60, { hours: 8 * 24, status: "failed" });
  await give(bank, otherSchool, 100);
  await give(otherBank, schoolId, 200, { status: "failed" });

  const sums = (count: number, dollars: number) => ({ count, cents: dollars * 100 });
  const school = await makeMember({ kind: "school", schoolId }, "viewer");
  expect(await readGiftOverview(school.scope, TIMES)).toEqual({
    today: sums(3, 250.5),
    waiting: sums(2, 60),
    failed: sums(2, 250),
  });
  const member = await makeMember({ kind: "bank", bankId: bank.bankId }, "viewer");
  expect(await readGiftOverview(member.scope, TIMES)).toEqual({
    today: sums(3, 150.5),
    waiting: sums(3, 160),
    failed: sums(1, 50),
  });
  const operator = await makeMember({ kind: "operator" }, "support");
  const all = await readGiftOverview(operator.scope, TIMES);
  const { _sum, _count } = await db().donation.aggregate({
    where: { status: "pending" },
    _sum: { amountCents: true },
    _count: true,
  });
  expect(all.waiting).toEqual({ count: _count, cents: Number(_sum.amountCents) });
});

it("is empty without gifts", async () => {
  const { scope } = await makeMember({ kind: "school", schoolId: await makeSchool() }, "viewer");
  const none = { count: 0, cents: 0 };
  expect(await readGiftOverview(scope, TIMES)).toEqual({
    today: none,
    waiting: none,
    failed: none,
  });
});
