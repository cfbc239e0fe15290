import { usesBatches } from "#lib/ticketing/config.ts";
import { StaffForm, StaffFrame, staffPage } from "../../../staff-page.tsx";
import { FUND_FIELDS, PLATFORM_FUND_FIELDS } from "../forms.ts";

export default staffPage("school", "funds.change", "/funds/create", async (page) => {
  const hasPlatform = !(await usesBatches(page.scope.schoolId));
  return (
    <StaffFrame
      page={page}
      title="Create a fund"
      intro="It’s added after your other funds. You can retire it later, but not delete it."
      failed="The fund wasn’t created"
      back={{ href: `${page.base}/funds`, text: "Back to the funds" }}
    >
      <StaffForm
        page={page}
        action="submit"
        form={{ fields: hasPlatform ? PLATFORM_FUND_FIELDS : FUND_FIELDS }}
        className="mt-3 grid max-w-form gap-3"
        send="Create fund"
      />
    </StaffFrame>
  );
});
