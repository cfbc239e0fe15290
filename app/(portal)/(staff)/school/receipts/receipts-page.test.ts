import { afterEach, beforeEach, expect, it } from "vitest";
import { nameOfActor } from "#lib/auth/actors.ts";
import { db } from "#lib/database/prisma.ts";
import { rereadEnv } from "#lib/env.ts";
import { readRecord } from "#lib/schools/participation/mutations.ts";
import { approveReceipts, readReceiptDetails } from "#lib/schools/participation/receipts.ts";
import { pdfText } from "#test/pdf-text.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";
import { GET } from "./preview/route.ts";

const approve = "/school/receipts/approve";
const change = "/school/receipts/change";

let admin: Awaited<ReturnType<typeof makeMember<"school">>>;

beforeEach(async () => {
  jar.clear();
  admin = await makeMember(await makeSchoolTenant(), "admin");
  await signInBrowser({ cardholderId: admin.cardholderId, familyId: admin.scope.familyId });
});
afterEach(() => {
  delete process.env.SERVICE_ENVIRONMENT;
  rereadEnv();
});

const post = (form: string, fields: Record<string, string>) => postForm(form, admin.scope, fields);
const receipts = () => readReceiptDetails(admin.scope);
const shown = async () => ({ shown: (await receipts()).version });
const record = () => readRecord(admin.scope.schoolId);

const FORM = {
  legalName: "Example  Foundation, Inc.",
  ein: "123456789",
  mailingAddress: " 1 Stadium Way\r\n\r\nTestville, OH 43000 ",
  signatoryName: "Jordan Example",
  signatoryTitle: "",
  receiptThanks: "Thank you!",
  giftDate: "accepted",
};

it("are entered, previewed, and approved by the foundation", async () => {
  const first = await shown();
  // Nothing to approve yet.
  expect((await stateAt(await post(approve, first)))?.errors).toHaveProperty("shown");
  expect((await post(change, { ...FORM, ...first })).search).toBe("?done=changed");
  expect((await receipts()).details).toEqual({
    legalName: "Example Foundation, Inc.",
    ein: "12-3456789",
    mailingAddress: "1 Stadium Way\nTestville, OH 43000",
    signatoryName: "Jordan Example",
    signatoryTitle: null,
    receiptThanks: "Thank you!",
    giftDate: "accepted",
  });
  const pdf = await GET(new Request("https://points.example/school/receipts/preview?fund=rowing"));
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  const text = pdfText(new Uint8Array(await pdf.arrayBuffer())).replaceAll("\n", " ");
  expect(text).toContain("EXAMPLE FOUNDATION, INC.");
  expect(text).toContain("EIN 12-3456789");
  expect(text).toMatch(/Thank you!.*Jordan Example/);
  expect(text).toContain("SAMPLE");
  // Approving what was on the page before the change isn't approving this.
  expect((await stateAt(await post(approve, first)))?.errors).toHaveProperty("shown");
  expect((await post(approve, await shown())).search).toBe("?done=approved");
  expect(await record()).toMatchObject({ receiptsApprovedBy: admin.email });
  const entries = await db().auditEntry.findMany({
    where: { tenant: admin.scope.tenant, actor: nameOfActor(admin.scope.actor) },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ action }) => action)).toEqual([
    "school.receipts",
    "file.download",
    "school.approve-receipts",
  ]);
});

it("lose their approval when they change, and in production close the school, unless approved at once", async () => {
  const { schoolId } = admin.scope;
  await post(change, { ...FORM, ...(await shown()) });
  const save = async (fields: Record<string, string>) =>
    post(change, { ...FORM, ...fields, ...(await shown()) });
  const isOpen = async () => (await record())?.active;
  await post(approve, await shown());
  await db().schoolRecord.update({
    where: { schoolId },
    data: {
      consentBy: "x",
      consentOn: new Date(),
      consentDocument: "x",
      contactName: "x",
      registrationCheckedOn: new Date(),
      goodStandingCheckedOn: new Date(),
      contactEmail: "x@x.example",
      encryptedPayee: Buffer.from("x"),
      payeeApprovedBy: admin.scope.personId,
    },
  });
  process.env.SERVICE_ENVIRONMENT = "production";
  process.env.PUBLIC_BASE_URL ??= "http://localhost:3000";
  rereadEnv();
  // Saving the same isn't a change.
  await save({});
  expect((await record())?.missing).toEqual([]);
  await save({ receiptThanks: "Thanks.", approve: "on" });
  expect([(await record())?.missing, await isOpen()]).toEqual([[], true]);
  await save({ receiptThanks: "" });
  expect([(await record())?.missing, await isOpen()]).toEqual([["receipt_approval"], false]);
});

it("come back with an error at each wrong field, and what was typed", async () => {
  const wrong = {
    legalName: "",
    ein: "12-345",
    mailingAddress: "1\n2\n3\n4\n5\n6\n7",
    signatoryName: "x".repeat(101),
    receiptThanks: "x".repeat(301),
  };
  const state = await stateAt(await post(change, { ...wrong, ...(await shown()) }));
  expect(state?.values.ein).toBe("12-345");
  expect(state?.errors).toEqual({
    legalName: "Enter the foundation’s legal name.",
    ein: "Enter nine digits, such as 12-3456789.",
    mailingAddress: "Use up to 500 characters on 6 lines.",
    signatoryName: "Use up to 100 characters on one line.",
    receiptThanks: "Use up to 300 characters on one line.",
  });
  const title = { ...FORM, signatoryName: "", signatoryTitle: "Director", ...(await shown()) };
  expect((await stateAt(await post(change, title)))?.errors).toHaveProperty("signatoryName");
});

it("aren't another school's to approve", async () => {
  const { schoolId } = await makeSchoolTenant();
  await expect(approveReceipts(admin.scope, schoolId)).rejects.toMatchObject({ code: "FORBIDDEN" });
});
