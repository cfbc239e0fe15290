import { beforeEach, expect, it } from "vitest";
import { isStaff } from "#lib/auth/scopes.ts";
import { differencesCsv, getComparison } from "#lib/comparisons/queries.ts";
import { db } from "#lib/database/prisma.ts";
import { type Bank, makeBank } from "#test/factories.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";

const DAY = "2026-11-20";
const FORM = "/bank/comparisons/compare/[token]";

let bank: Bank;
let member: Awaited<ReturnType<typeof signIn>>;

async function signIn({ bankId }: Bank) {
  jar.clear();
  const { scope, cardholderId } = await makeMember({ kind: "bank", bankId }, "support");
  if (!isStaff(scope) || scope.kind !== "bank") throw new Error("a member works for a bank");
  await signInBrowser({ cardholderId, familyId: scope.familyId });
  return scope;
}

beforeEach(async () => {
  bank = await makeBank();
  member = await signIn(bank);
});

const upload = (csv: string, more: Record<string, string> = {}) =>
  postForm(
    FORM,
    member,
    { date: DAY, ...more, file: new File([csv], "list.csv", { type: "text/csv" }) },
    { token: "any" },
  );

const idIn = ({ pathname }: URL) => pathname.split("/").at(-1) ?? "";

it("compares an uploaded list, and has the differences as a file, for this bank only", async () => {
  const csv = `bank_transaction_ref,dollar_amount,status,date\n=ref,25.00,completed,${DAY}\n`;
  const id = idIn(await upload(csv));
  expect(await getComparison(member, id)).toMatchObject({ only_yours: 1, in_both: 0 });
  const { body } = await differencesCsv(member, id, undefined);
  const text = await new Response(body).text();
  expect(text).toMatch(/^kind,reason,way_out,bank_transaction_ref,line,/);
  expect(text).toMatch(
    /\nonly_yours,never_received,We.*,'=ref,2,,,,,,25\.00,completed,,2026-11-20/,
  );
  const stranger = await signIn(await makeBank());
  await expect(getComparison(stranger, id)).rejects.toThrow();
  await expect(differencesCsv(stranger, id, undefined)).rejects.toThrow();
  const where = { tenant: member.tenant, action: "comparison.create" };
  expect(await db().auditEntry.findMany({ where })).toMatchObject([{ subject: id }]);
});

it("asks which column is which, and reads the list by that", async () => {
  const csv = `Ref;Status;Amount;State;Day\nab-1;x;25.00;completed;${DAY}\n`;
  const refused = await stateAt(await upload(csv));
  expect(refused?.errors.file).toMatch(/^Choose the columns/);
  expect(refused?.values.sample?.split("\n")[0]).toBe("Ref\tStatus\tAmount\tState\tDay");
  const columns = {
    "column:bank_transaction_ref": "Ref",
    "column:dollar_amount": "Amount",
    "column:date": "Day",
  };
  // Their own "Status" is another one: it has to give way once a column is chosen for ours.
  const wrong = await stateAt(await upload(csv, columns));
  expect(wrong?.errors.file).toMatch(/^Nothing was compared\. Line 2, status:/);
  expect(wrong?.values).toMatchObject(columns);
  const id = idIn(await upload(csv, { ...columns, "column:status": "State" }));
  expect(await getComparison(member, id)).toMatchObject({ only_yours: 1 });
});

it("names lines that can't be read, and keeps nothing of a list that is refused", async () => {
  const csv = `bank_transaction_ref,dollar_amount,status,date\nab-1,two,completed,${DAY}\n`;
  const refused = await stateAt(await upload(csv));
  expect(refused?.errors).toEqual({
    file: "Nothing was compared. Line 2, dollar_amount: Needs an amount in dollars, such as 25.00.",
  });
  expect((await stateAt(await upload("PK\u0003")))?.errors.file).toMatch(/Excel/);
  const days = await stateAt(await upload(csv, { through: "2027-11-20" }));
  expect(days?.errors.through).toMatch(/\.$/);
  expect(await db().comparison.count({ where: { bankId: bank.bankId } })).toBe(0);
});
