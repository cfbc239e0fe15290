import { beforeEach, expect, it } from "vitest";
import { readRecord } from "#lib/schools/participation/mutations.ts";
import { makeSchool } from "#test/factories.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";

const consent = "/operator/schools/consent";
const payee = "/operator/schools/payee";

type Form = string;
let school: string;
let members: Awaited<ReturnType<typeof makeMember<"operator">>>[];

beforeEach(async () => {
  school = await makeSchool();
  const makeOperator = () => makeMember({ kind: "operator" }, "admin");
  members = [await makeOperator(), await makeOperator()];
});

async function post(n: number, form: Form, fields: Record<string, string>): Promise<URL> {
  const member = members[n] as (typeof members)[number];
  jar.clear();
  await signInBrowser({ cardholderId: member.cardholderId, familyId: member.scope.familyId });
  return postForm(form, member.scope, { school, ...fields });
}

const PAYEE = { payee: "Example Bank\r\nRouting 000000000\r\nAccount 0000000000" };
const CONSENT = {
  consentBy: "Pat Sample, CFO",
  consentOn: "2026-11-02",
  consentDocument: "c/1.pdf",
};

it("two signed-in members enter the payee and the consent, and are named in the record", async () => {
  for (const [form, fields] of [
    [payee, PAYEE],
    [consent, CONSENT],
  ] as const) {
    expect((await post(0, form, fields)).search).toBe("?done=pending");
    expect((await post(0, form, fields)).search).toBe("?done=pending");
    expect((await post(1, form, fields)).search).toBe("?done=approved");
  }
  const [first, second] = members.map(({ email }) => email);
  expect(await readRecord(school)).toMatchObject({
    payeeEnteredBy: first,
    payeeApprovedBy: second,
    consentEnteredBy: first,
    consentApprovedBy: second,
    ...CONSENT,
    missing: expect.not.arrayContaining(["payee", "consent"]),
  });
});

it("what is missing or isn't a school is said at its field, and the payee is never sent back", async () => {
  expect((await stateAt(await post(0, consent, { consentBy: "Pat" })))?.errors).toMatchObject({
    consentOn: "Enter the date of the document.",
    consentDocument: "Enter where the document is kept.",
  });
  expect((await stateAt(await post(0, payee, {})))?.errors).toHaveProperty("payee");
  for (const unknown of ["", "no-such-school", "\u0000", "../x"]) {
    const state = await stateAt(await post(0, payee, { ...PAYEE, school: unknown }));
    expect(state?.errors).toEqual({ school: "No school has this ID." });
    expect(JSON.stringify(state)).not.toContain("0000000000");
  }
});
