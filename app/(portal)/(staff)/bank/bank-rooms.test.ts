import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { linkRequest } from "#lib/accounts/contract.ts";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { customersNamed, findCustomer, listAccounts } from "#lib/accounts/queries.ts";
import { readBankTerms } from "#lib/banks/queries.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { listWaitingParts } from "#lib/donations/history/queries.ts";
import { holdDonation } from "#lib/donations/operations.ts";
import { readReconciliation } from "#lib/reconciliation/queries.ts";
import { push } from "#test/attempts.ts";
import {
  type Bank,
  donationBody,
  donationRequestOf,
  linkBody,
  makeBank,
  makeSchool,
} from "#test/factories.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";
import { readReportDays } from "./reconciliation/report-days.ts";

let bank: Bank;
let clerk: Awaited<ReturnType<typeof makeClerk>>;

async function makeClerk({ bankId }: Bank) {
  const { scope, cardholderId } = await makeMember({ kind: "bank", bankId }, "support");
  if (scope.kind !== "bank") throw new Error("a clerk works for a bank");
  await signInBrowser({ cardholderId, familyId: scope.familyId });
  return scope;
}

beforeEach(async () => {
  jar.clear();
  bank = await makeBank();
  clerk = await makeClerk(bank);
});

async function link(to: Bank, changes: object = {}) {
  const request = linkRequest.parse({ ...linkBody(to), ...changes });
  return (await linkAccount(to.scope, request)).service_user_id;
}

async function give(accountId: string | null, schoolId: string, changes = {}) {
  const body = { ...donationBody(schoolId), ...changes };
  const request = donationRequestOf(accountId ? { ...body, service_user_id: accountId } : body);
  return (await requestDonation(bank.scope, request)).donation_id;
}

describe("customers", () => {
  it("are found by either ID, email, and a part of the name, unlinked or not, and only this bank's", async () => {
    const email = `${randomUUID()}@example.com`;
    const customer = { bank_user_id: "c-1", email, display_name: "Solveig Marchetti" };
    const id = await link(bank, customer);
    const theirs = await link(await makeBank(), customer);
    const find = async (q: string) => {
      const named = await customersNamed(clerk, q);
      const { items } = await listAccounts(clerk, { ...named, limit: 10 });
      return items.map(({ service_user_id }) => service_user_id);
    };
    for (const q of [id, "c-1", email, "MARCH", "veig m"]) expect(await find(q), q).toEqual([id]);
    for (const q of [theirs, "c-2", "%"]) expect(await find(q), q).toEqual([]);
    await post("unlink", id, { reason: "bank_policy" });
    expect(await find("marchetti")).toEqual([id]);
    expect(await findCustomer(clerk, theirs)).toBeUndefined();
    expect(await findCustomer(clerk, "x")).toBeUndefined();
  });

  it("are counted up to a maximum when many match a search; the API's total is exact", async () => {
    const id = await link(bank);
    const { cardholderId } = await db().account.findUniqueOrThrow({ where: { id } });
    const at = new Date();
    const many = Array.from({ length: 12 }, (_, n) => ({
      ...{ id: randomUUID(), bankId: bank.bankId, bankUserId: `many-${n}`, cardholderId },
      ...{ email: "many@example.com", displayName: "Many Alike", loyaltyProgramId: "points" },
      ...{ status: "active", linkedAt: at, lastActiveAt: at },
    }));
    await db().account.createMany({ data: many });
    const alike = { display_name: "many alike", limit: 2 };
    expect((await listAccounts(clerk, alike, 10)).total).toBe(11);
    expect((await listAccounts(clerk, alike, 20)).total).toBe(12);
    expect((await listAccounts(clerk, alike)).total).toBe(12);
    expect((await listAccounts(clerk, { limit: 2 }, 10)).total).toBe(13);
  });

  const post = (action: "email" | "unlink", id: string, fields: Record<string, string>) =>
    postForm(`/bank/customers/[service_user_id]/${action}`, clerk, fields, {
      service_user_id: id,
    });

  const logOf = async (subject: string) =>
    (await db().auditEntry.findMany({ where: { subject }, orderBy: { id: "asc" } })).map(
      ({ action, actor, tenant }) => [action, actor.split(":")[0], tenant],
    );

  it("get a new address under the same ID, in the log, masked", async () => {
    const id = await link(bank, { email: "jordan@old.example" });
    const email = `${randomUUID()}@example.com`;
    expect((await post("email", id, { email })).search).toBe("?done=changed");
    expect((await findCustomer(clerk, id))?.email).toBe(email);
    expect(await logOf(id)).toEqual([["account.change", "staff", clerk.tenant]]);
    expect((await db().auditEntry.findFirstOrThrow({ where: { subject: id } })).details).toEqual({
      fields: ["email"],
      from: "j•••@o•••.example",
      to: `${email[0]}•••@e•••.com`,
    });
    expect((await stateAt(await post("email", id, { email: "x" })))?.errors).toHaveProperty(
      "email",
    );
  });

  it("are changed only after a second step that was just proved", async () => {
    const id = await link(bank);
    const verifiedAt = new Date(Date.now() - 11 * 60_000);
    await db().sessionFamily.update({ where: { id: clerk.familyId }, data: { verifiedAt } });
    const changes = [
      await post("email", id, { email: "a@b.example" }),
      await post("unlink", id, { reason: "bank_policy" }),
    ];
    expect(changes.map(({ pathname }) => pathname)).toEqual(["/verify", "/verify"]);
    expect(await logOf(id)).toEqual([]);
  });

  it("are unlinked with a reason; for possible fraud, their gifts stop until they're released", async () => {
    const [id, schoolId] = [await link(bank), await makeSchool()];
    const gift = await give(id, schoolId);
    expect((await post("unlink", id, { reason: "fraud_review" })).search).toBe("?done=unlinked");
    expect(await findCustomer(clerk, id)).toMatchObject({
      status: "unlinked",
      unlinkReason: "fraud_review",
    });
    expect(await logOf(id)).toEqual([["account.unlink", "staff", clerk.tenant]]);
    expect(await listWaitingParts(clerk)).toMatchObject([{ schoolId, isHeld: true, count: 1 }]);
    const released = await postForm(
      "/bank/donations/[donation_id]/release",
      clerk,
      {},
      {
        donation_id: gift,
      },
    );
    expect(released.search).toBe("?done=released");
    expect((await stateAt(await post("email", id, { email: "a@b.example" })))?.errors).not.toEqual(
      {},
    );
  });

  it("of another bank are like those that never were", async () => {
    const id = await link(await makeBank());
    for (const known of [id, randomUUID(), "x"]) {
      const back = await post("unlink", known, { reason: "bank_policy" });
      expect(Object.values((await stateAt(back))?.errors ?? {}), known).toEqual([
        "Your bank has no such customer.",
      ]);
    }
    expect((await db().account.findUniqueOrThrow({ where: { id } })).status).toBe("active");
  });
});

it("the overview tells what waits, by school and reason, of this bank alone", async () => {
  const [one, other] = [await makeSchool(), await makeSchool()];
  await give(null, one);
  await holdDonation(clerk, await give(null, one, { dollar_amount: 30 }), "A reason");
  await push(await give(null, other));
  const stranger = await makeBank();
  await requestDonation(stranger.scope, donationRequestOf(donationBody(one)));
  expect(await listWaitingParts(clerk)).toMatchObject([
    { schoolId: one, isHeld: true, count: 1, cents: 3_000 },
    { schoolId: one, isHeld: false, isRetrying: false, count: 1, cents: 2_500 },
  ]);
  expect((await readBankTerms(clerk)).unpaid).toBeNull();
});

it("the reconciliation page has the API's totals, for at most a quarter", async () => {
  const schoolId = await makeSchool();
  await push(await give(null, schoolId));
  await give(null, schoolId, { fund_designation: "wherever", dollar_amount: 30 });
  const summary = await readReconciliation(clerk, readReportDays({}).day);
  expect(summary?.totals.all).toMatchObject({ count: 2, dollar_amount: 55 });
  expect(summary?.subtotals).toMatchObject([
    { school_id: schoolId, fund_id: "annual-fund", status: "completed", dollar_amount: 25 },
    { school_id: schoolId, fund_id: null, status: "pending", dollar_amount: 30 },
  ]);
  const { day } = readReportDays({ from: "2026-01-01", to: "2026-04-03" });
  expect(await readReconciliation(clerk, day)).toBeNull();
});
