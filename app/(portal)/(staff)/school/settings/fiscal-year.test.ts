import { expect, it } from "vitest";
import { readSettings } from "#lib/batches/mutations.ts";
import { readReportSchool } from "#lib/reports/queries.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";

it("the fiscal year begins in the month that its foundation chooses", async () => {
  jar.clear();
  const { scope, cardholderId } = await makeMember(await makeSchoolTenant(), "admin");
  await signInBrowser({ cardholderId, familyId: scope.familyId });
  const save = (fiscalYearMonth: string, shown: string) =>
    postForm("/school/settings/fiscal-year", scope, { fiscalYearMonth, shown });
  const { version, fiscalYearMonth } = await readSettings(scope.schoolId);
  expect(fiscalYearMonth).toBe(1);
  for (const wrong of ["0", "13", "July", ""]) {
    expect((await stateAt(await save(wrong, version)))?.errors).toEqual({
      fiscalYearMonth: "Choose a month.",
    });
  }
  expect((await save("7", version)).search).toBe("?done=fiscal-year");
  expect((await readReportSchool(scope)).fiscalYearMonth).toBe(7);
  // Someone else's change isn't undone unseen.
  expect((await stateAt(await save("10", version)))?.errors).toHaveProperty("shown");
});
