/** Putting gifts right by the pages' forms: the donor cancels, the bank asks, a second person and the foundation decide. */
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it } from "vitest";
import { POST } from "#app/forms/route.ts";
import { confirmGifts } from "#lib/batches/confirm.ts";
import { closeBatch } from "#lib/batches/mutations.ts";
import { openCase } from "#lib/cases/mutations.ts";
import { findOwnCase } from "#lib/cases/queries.ts";
import { listAsked, listToApprove, readGiftCorrections } from "#lib/corrections/queries.ts";
import { db } from "#lib/database/prisma.ts";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import { env } from "#lib/env.ts";
import { push } from "#test/attempts.ts";
import { confirming, fillBatch, give, makeBatchSchool, pushAgain } from "#test/batches.ts";
import { ask, attempt } from "#test/corrections.ts";
import { type Bank, makeBank, makeCardholder, makeSchool } from "#test/factories.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember, type ScopeOf } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";
import CorrectPage from "./(staff)/bank/donations/[donation_id]/correct/page.tsx";
import { previewCancel } from "./donations/[donation_id]/cancel/cancel.ts";
import { correctionStep } from "./donations/[donation_id]/correction-step.tsx";

beforeEach(() => jar.clear());

const giftOf = (id: string) => db().donation.findUniqueOrThrow({ where: { id } });
const correctionsOf = (donationId: string) => db().correction.findMany({ where: { donationId } });

async function signedIn<Kind extends "bank" | "school" | "operator">(member: {
  cardholderId: string;
  scope: ScopeOf<Kind>;
}) {
  jar.clear();
  const { cardholderId, scope } = member;
  await signInBrowser({ cardholderId, familyId: scope.familyId });
  return scope;
}

const makeClerk = ({ bankId }: Bank, role: "support" | "admin" = "support") =>
  makeMember({ kind: "bank", bankId }, role);

describe("a donor's cancel", () => {
  async function given() {
    const person = await makeCardholder();
    const schoolId = await makeSchool();
    const changes = { service_user_id: person.accountId, points_redeemed: 2_500 };
    return { person, id: await give({ schoolId, bank: person.bank }, changes) };
  }

  async function cancel({ scope }: { scope: Parameters<typeof signInBrowser>[0] }, id: string) {
    jar.clear();
    await signInBrowser(scope);
    const headers = { "Content-Length": "0", Origin: env().publicBaseUrl };
    const address = `${env().publicBaseUrl}/donations/${id}/cancel/submit`;
    const form = { "Content-Type": "application/x-www-form-urlencoded", ...headers };
    const answer = await POST(new Request(address, { method: "POST", headers: form, body: "" }));
    return new URL(answer.headers.get("location") ?? "", env().publicBaseUrl);
  }

  it("is looked at without effect, then ends a gift that hasn't been sent, once", async () => {
    const { person, id } = await given();
    expect(await previewCancel(person.scope, id)).toBe(2_500);
    expect(await correctionsOf(id)).toEqual([]);
    expect(await giftOf(id)).toMatchObject({ status: "pending" });
    for (let n = 0; n < 2; n++) {
      expect((await cancel(person, id)).pathname).toBe(`/donations/${id}`);
    }
    expect(await giftOf(id)).toMatchObject({ status: "canceled" });
    expect(await correctionsOf(id)).toHaveLength(1);
    expect(await push(id)).toBe("canceled");
  });

  it("is refused once the school may have the gift, and for anyone else's", async () => {
    const { person, id } = await given();
    await push(id);
    expect(await previewCancel(person.scope, id)).toBeNull();
    const state = await stateAt(await cancel(person, id));
    expect(state?.errors).toEqual({ "": expect.stringContaining("can’t be canceled anymore") });
    const other = await given();
    expect((await stateAt(await cancel(person, other.id)))?.errors).toHaveProperty("");
    expect(await giftOf(other.id)).toMatchObject({ status: "pending" });
  });
});

describe("a bank's correction", () => {
  const CORRECT = "/bank/donations/[donation_id]/correct/submit";

  it("is looked at without effect, and asked for once under the form's reference", async () => {
    const bank = await makeBank();
    const schoolId = await makeSchool();
    const id = await give({ schoolId, bank }, { dollar_amount: 100, points_redeemed: 10_000 });
    await push(id);
    const scope = await signedIn(await makeClerk(bank));
    const chosen = { kind: "reverse", dollar_amount: "20" };
    const page = await CorrectPage({
      params: Promise.resolve({ donation_id: id }),
      searchParams: Promise.resolve(chosen),
    });
    expect(JSON.stringify(page)).toContain('"pointsToReturn":2000');
    expect(await correctionsOf(id)).toEqual([]);
    const post = (fields: object) =>
      postForm(
        CORRECT,
        scope,
        { ...chosen, correction_ref: "page:1", ...fields },
        { donation_id: id },
      );
    expect((await stateAt(await post({})))?.errors).toEqual({ reason: "Enter a reason." });
    for (let n = 0; n < 2; n++) {
      expect((await post({ reason: "Wrong amount" })).search).toBe("?done=requested");
    }
    const [made] = await correctionsOf(id);
    expect(await correctionsOf(id)).toHaveLength(1);
    await attempt(made?.id ?? "");
    expect(await giftOf(id)).toMatchObject({ reversedCents: 2_000n, pointsReturned: 2_000n });
    const tooMuch = { dollar_amount: "81", correction_ref: "page:2", reason: "More" };
    const refused = await stateAt(await post(tooMuch));
    expect(refused?.errors.dollar_amount).toContain("$80");
    const wrong = { kind: "redirect", correction_ref: "page:3", reason: "Elsewhere" };
    expect((await stateAt(await post(wrong)))?.errors).toHaveProperty("fund_designation");
  });

  it("ends the donor's case once it succeeds, and a refused one doesn't", async () => {
    const person = await makeCardholder();
    const schoolId = await makeSchool();
    const changes = { service_user_id: person.accountId };
    const id = await give({ schoolId, bank: person.bank }, changes);
    await push(id);
    await openCase(person.scope, id, { kind: "wrong_fund", words: "It was for rowing." });
    const redirect = { kind: "redirect", fund_designation: "rowing" } as const;
    const correction = await ask(person.bank.scope, id, redirect);
    expect(await findOwnCase(person.scope, id)).toMatchObject({ endedAt: null });
    await attempt(correction);
    expect(await findOwnCase(person.scope, id)).toMatchObject({
      endedAt: expect.any(Date),
      answer: null,
    });
  });

  it("above the daily sum takes another person of the bank, or one of the operator's", async () => {
    const bank = await makeBank();
    const schoolId = await makeSchool();
    const [clerk, second, stranger, operator] = await Promise.all([
      makeClerk(bank),
      makeClerk(bank, "admin"),
      makeClerk(await makeBank()),
      makeMember({ kind: "operator" }, "finance"),
    ]);
    const large = async () => {
      const id = await give({ schoolId, bank }, { dollar_amount: 6_000 });
      await push(id);
      return { donation_id: id, correction_id: await ask(clerk.scope, id) };
    };
    const decide = async (
      by: typeof clerk | typeof operator,
      form: string,
      { donation_id, correction_id }: Awaited<ReturnType<typeof large>>,
    ) => {
      const scope = await signedIn(by as typeof clerk);
      const url = await postForm(form, scope, { correction_id, reason: "No" }, { donation_id });
      return url.searchParams.get("done");
    };
    const [first, next, last] = [await large(), await large(), await large()];
    expect((await listToApprove(operator.scope)).map((one) => one.correction_id)).toEqual(
      expect.arrayContaining([first.correction_id, next.correction_id]),
    );
    const approve = "/bank/donations/[donation_id]/approve";
    expect(await decide(clerk, approve, first)).toBe("decided-before");
    expect(await decide(stranger, approve, first)).toBe("decided-before");
    expect(await decide(second, approve, first)).toBe("decided");
    expect(await decide(second, approve, first)).toBe("decided-before");
    expect(await decide(operator, "/operator/corrections/approve", next)).toBe("decided");
    expect(await decide(second, "/bank/donations/[donation_id]/decline", last)).toBe("decided");
    const statuses = await Promise.all(
      [first, next, last].map(async ({ correction_id: id }) => (await attempt(id)).status),
    );
    expect(statuses).toEqual(["succeeded", "succeeded", "refused"]);
    for (const correction_id of ["", "x", first.donation_id]) {
      expect(await decide(second, approve, { ...first, correction_id })).toBe("decided-before");
    }
  });
});

describe("what a foundation is asked", () => {
  async function asked() {
    const school = await makeBatchSchool();
    const { ids, batchId } = await fillBatch(school, 2);
    await closeBatch(school.scope, batchId);
    await confirmGifts(school.scope, confirming(ids), false);
    await Promise.all(ids.map(pushAgain));
    const corrections = await Promise.all(ids.map((id) => ask(school.bank.scope, id)));
    for (const id of corrections) await attempt(id);
    return { school, ids, corrections };
  }

  it("is on its page, and done as it decides", async () => {
    const { school, ids, corrections } = await asked();
    const member = await makeMember({ kind: "school", schoolId: school.schoolId }, "processor");
    expect(await listAsked(member.scope)).toHaveLength(2);
    const other = await makeMember({ kind: "school", schoolId: await makeSchool() }, "admin");
    const decide = async (by: typeof member, form: string, n: number, reason = "") => {
      const scope = await signedIn(by);
      const fields = { correction_id: corrections[n] ?? "", reason };
      const gift = giftNumberOf(ids[n] ?? "");
      return postForm(`/school/gifts/[gift]/${form}`, scope, fields, { gift });
    };
    expect((await decide(other, "agree", 0)).search).toBe("?done=decided-before");
    expect(await listAsked(other.scope)).toEqual([]);
    expect((await stateAt(await decide(member, "disagree", 1)))?.errors).toHaveProperty("reason");
    expect((await decide(member, "disagree", 1, "It’s spent")).search).toBe("?done=decided");
    expect((await decide(member, "agree", 0)).search).toBe("?done=decided");
    expect((await decide(member, "agree", 0)).search).toBe("?done=decided-before");
    await attempt(corrections[0] ?? "");
    expect(await giftOf(ids[0] ?? "")).toMatchObject({ reversedCents: 2_500n });
    expect(await giftOf(ids[1] ?? "")).toMatchObject({ reversedCents: 0n });
    expect(await listAsked(member.scope)).toEqual([]);
    const [refused] = await readGiftCorrections(member.scope, ids[1] ?? "");
    expect(refused).toMatchObject({ status: "refused", refusal_reason: "It’s spent" });
    expect(await readGiftCorrections(other.scope, ids[1] ?? "")).toEqual([]);
  });
});

describe("a donor reads where the points are", () => {
  it("at each moment, and never that they are gone", async () => {
    const person = await makeCardholder();
    const schoolId = await makeSchool();
    const changes = { service_user_id: person.accountId, points_redeemed: 2_500 };
    const id = await give({ schoolId, bank: person.bank }, changes);
    await push(id);
    const correction = await ask(person.bank.scope, id);
    const read = async () => {
      const [found = expect.unreachable()] = await readGiftCorrections(person.scope, id);
      const donation = { school_name: "Testville", status: "completed" };
      const { title, text } = correctionStep(found, { donation, bankName: "Harbor" } as never);
      return `${title} ${renderToStaticMarkup(text)}`.replace(/<[^>]+>/g, " ");
    };
    expect(await read()).toContain("2,500 points are yours again as soon as");
    await attempt(correction);
    expect(await read()).toContain("We’re telling Harbor to give you 2,500 points back");
    const { eventId } = await db().correction.findUniqueOrThrow({ where: { id: correction } });
    expect(eventId).not.toBeNull();
    await db().correction.update({
      where: { id: correction },
      data: { pointsReturned: 2_500n, pointsReference: "adj-1" },
    });
    expect(await read()).toContain("Harbor says that 2,500 points are back with you");
    const stranger = await makeCardholder();
    expect(await readGiftCorrections(stranger.scope, id)).toEqual([]);
  });
});
