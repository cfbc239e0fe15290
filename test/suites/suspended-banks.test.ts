/** What a bank can still do once it is suspended or closed, over every operation and channel. */
import { beforeAll, describe, expect, it } from "vitest";
import { changeBankStatus } from "#lib/banks/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { announceRecurrences } from "#lib/donations/events.ts";
import { portalDonationRequest } from "#lib/donations/portal-contract.ts";
import { draftInPortal } from "#lib/giving/portal.ts";
import { call } from "../api.ts";
import { push } from "../attempts.ts";
import { APPROVED, startAuthorizer } from "../authorizer.ts";
import { mintToken, openFlow, sendForm } from "../embed-flow.ts";
import {
  type Bank,
  donationBody,
  makeAccount,
  makeBank,
  makeCardholder,
  makeSchool,
  system,
} from "../factories.ts";
import { bankOperations, operation, portalOperations } from "../operations.ts";

/** Operations that create a link, a token, or a gift. */
const REFUSED = ["linkAccount", "createEmbedToken", "requestDonation", "requestPortalDonation"];

const suspend = ({ bankId }: Bank) => changeBankStatus(system, bankId, "suspend", "under review");
const resume = ({ bankId }: Bank) => changeBankStatus(system, bankId, "resume", null);
const close = ({ bankId }: Bank) => changeBankStatus(system, bankId, "close", "agreement ended");

function expectRefused({ status, body }: { status: number; body: { error: { code: string } } }) {
  expect([status, body.error?.code]).toEqual([403, "BANK_SUSPENDED"]);
}

let school: string;
beforeAll(async () => {
  school = await makeSchool();
});

const give = ({ key }: Bank, changes = {}) =>
  call(operation("requestDonation"), { key, body: donationBody(school, changes) });

describe.each([
  ["suspended", suspend],
  ["closed", close],
] as const)("a %s bank", (_, stop) => {
  it.each(bankOperations)("$contract.id: can read, but creates nothing", async (tested) => {
    const bank = await makeBank();
    const request = await tested.good(bank);
    await stop(bank);
    const answer = await call(tested, { ...request, key: bank.key });
    if (REFUSED.includes(tested.contract.id)) expectRefused(answer);
    else expect(answer.status).toBe(tested.contract.status);
  });

  it.each(portalOperations)(
    "$contract.id: its customers can read, but can't give",
    async (tested) => {
      const person = await makeCardholder();
      const request = await tested.good(person);
      await stop(person.bank);
      const answer = await call(tested, { ...request, token: person.token });
      if (REFUSED.includes(tested.contract.id)) expectRefused(answer);
      else expect(answer.status).toBe(tested.contract.status);
    },
  );
});

it("can be resumed after a suspension, but not once it is closed", async () => {
  const bank = await makeBank();
  expect(await resume(bank)).toBeUndefined();
  expect(await suspend(bank)).toBe("suspended");
  expect(await suspend(bank)).toBeUndefined();
  expectRefused(await give(bank));
  expect(await resume(bank)).toBe("active");
  expect((await give(bank)).status).toBe(202);
  expect(await close(bank)).toBe("closed");
  expect(await resume(bank)).toBeUndefined();
  expectRefused(await give(bank));
  const entries = await db().auditEntry.findMany({
    where: { subject: bank.bankId, action: { not: "bank.create" } },
  });
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ["bank.suspend", { reason: "under review" }],
    ["bank.resume", { reason: null }],
    ["bank.close", { reason: "agreement ended" }],
  ]);
});

it("is rejected as soon as it is suspended, even while gifts are being accepted", async () => {
  const [bank, other] = [await makeBank(), await makeBank()];
  const during = Array.from({ length: 40 }, (_, n) => give(n % 2 ? bank : other));
  await suspend(bank);
  const since = [give(bank), give(other), give(bank)];
  const [first, second, third] = await Promise.all(since);
  expect([first?.status, second?.status, third?.status]).toEqual([403, 202, 403]);
  const accepted = (await Promise.all(during)).filter(({ status }) => status === 202);
  const kept = await db().donation.count({
    where: { bankId: { in: [bank.bankId, other.bankId] } },
  });
  expect(kept).toBe(accepted.length + 1);
});

it("still gets the conflict for a used reference, and its accepted gifts settle", async () => {
  const bank = await makeBank();
  const body = donationBody(school);
  const first = await call(operation("requestDonation"), { key: bank.key, body });
  await suspend(bank);
  const again = await call(operation("requestDonation"), { key: bank.key, body });
  expect([again.status, again.body.error.code]).toEqual([409, "DONATION_DUPLICATE"]);
  const { donation_id: id } = first.body.data;
  expect(await push(id)).toBe("completed");
  expect(await db().event.count({ where: { donationId: id } })).toBe(1);
});

it("its embedded sessions report it, even on an open form, and work again once it is resumed", async () => {
  const bank = await makeBank();
  const token = await mintToken(bank, { school_id: school });
  const form = { school_id: school, fund_designation: "rowing", amount: "25", points: "2500" };
  await suspend(bank);
  for (const page of [await openFlow(token), await sendForm(token, { ...form, do: "give" })]) {
    expect(page.status).toBe(403);
    expect(page.html).toContain("can’t accept gifts right now. Your points weren’t used.");
    expect(page.html).toContain('data-code="BANK_SUSPENDED"');
  }
  expect(await db().donation.count({ where: { bankId: bank.bankId } })).toBe(0);
  await resume(bank);
  expect((await sendForm(token, { ...form, do: "give" })).status).toBe(200);
});

it("gets no authorization requests, and can't be used for drafts in the portal", async () => {
  const person = await makeCardholder();
  const authorizer = await startAuthorizer();
  await authorizer.serve(person.bank);
  authorizer.answerWith(APPROVED);
  await suspend(person.bank);
  const body = {
    loyalty_account_id: person.accountId,
    school_id: school,
    fund_designation: "rowing",
    dollar_amount: 25,
  };
  expectRefused(await call(operation("requestPortalDonation"), { token: person.token, body }));
  const draft = draftInPortal(person.scope, portalDonationRequest.parse(body));
  await expect(draft).rejects.toMatchObject({ code: "BANK_SUSPENDED" });
  expect(authorizer.asked).toEqual([]);
  await authorizer.close();
});

it("is notified of a recurring gift that came due once it is resumed", async () => {
  const bank = await makeBank();
  const service_user_id = await makeAccount(bank);
  const { body } = await give(bank, { service_user_id, recurring: true });
  const { donation_id: donationId } = body.data;
  await push(donationId);
  const later = new Date(Date.now() + 40 * 86_400_000);
  await suspend(bank);
  await announceRecurrences(later, 1_000);
  const announced = () =>
    db().event.count({ where: { donationId, type: "donation.recurrence_due" } });
  expect(await announced()).toBe(0);
  await resume(bank);
  await announceRecurrences(later, 1_000);
  expect(await announced()).toBe(1);
});
