/** Reporting that something is wrong with a gift, and answering, by the forms of the pages. */
import { beforeEach, expect, it } from "vitest";
import { POST } from "#app/forms/route.ts";
import { findOwnCase } from "#lib/cases/queries.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import { env } from "#lib/env.ts";
import {
  type Cardholder,
  donationBody,
  donationRequestOf,
  makeCardholder,
  makeSchool,
} from "#test/factories.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";

let person: Cardholder;
let schoolId: string;
let gift: string;

beforeEach(async () => {
  jar.clear();
  person = await makeCardholder();
  schoolId = await makeSchool();
  const body = donationBody(schoolId, { service_user_id: person.accountId });
  gift = (await requestDonation(person.bank.scope, donationRequestOf(body))).donation_id;
});

async function report(fields: Record<string, string>, id = gift): Promise<URL> {
  jar.clear();
  await signInBrowser(person.scope);
  const body = new URLSearchParams(fields).toString();
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(Buffer.byteLength(body)),
    Origin: env().publicBaseUrl,
  };
  const address = `${env().publicBaseUrl}/donations/${id}/report`;
  const answer = await POST(new Request(address, { method: "POST", headers, body }));
  return new URL(answer.headers.get("location") ?? "", env().publicBaseUrl);
}

const WRONG = { kind: "wrong_fund", words: "It was\r\nfor rowing." };

it("a donor reports, and is told at the field what is missing or can't be", async () => {
  expect((await stateAt(await report({})))?.errors).toEqual({
    kind: "Choose what’s wrong.",
    words: "Tell us what’s wrong, and how it should be.",
  });
  const tooLong = { kind: "stolen", words: "x".repeat(1_001) };
  expect(Object.keys((await stateAt(await report(tooLong)))?.errors ?? {})).toEqual([
    "kind",
    "words",
  ]);
  for (const id of ["x", "01990000-0000-7000-8000-000000000000"]) {
    const state = await stateAt(await report(WRONG, id));
    expect(state?.errors).toEqual({ "": "No donation has this ID." });
  }
  expect(await findOwnCase(person.scope, gift)).toBeNull();
  expect((await report(WRONG)).hash).toBe("#case");
  expect(await findOwnCase(person.scope, gift)).toMatchObject({ words: "It was for rowing." });
  const again = await stateAt(await report(WRONG));
  expect(again?.errors[""]).toContain("already told us");
});

it.each(["bank", "school", "operator"] as const)("a %s answers, once", async (kind) => {
  await report(WRONG);
  const { id: case_id = "" } = (await findOwnCase(person.scope, gift)) ?? {};
  const tenants = {
    bank: { kind: "bank", bankId: person.bank.bankId },
    school: { kind: "school", schoolId },
    operator: { kind: "operator" },
  } as const;
  const { scope, cardholderId } = await makeMember(tenants[kind], "admin");
  jar.clear();
  await signInBrowser({ cardholderId, familyId: scope.familyId });
  const form =
    kind === "school" ? "/school/gifts/[gift]/answer" : `/${kind}/cases/[case_id]/answer`;
  const post = (answer: string) =>
    postForm(form, scope, { case_id, answer }, { gift: giftNumberOf(gift), case_id });
  expect((await stateAt(await post(" ")))?.errors).toEqual({ answer: "Enter an answer." });
  expect((await post("It’s with rowing now.")).searchParams.get("done")).toBe("answered");
  expect((await post("Again.")).searchParams.get("done")).toBe("ended");
  expect(await findOwnCase(person.scope, gift)).toMatchObject({ answer: "It’s with rowing now." });
});
