/** The form of reports by email. */
import { staffForm } from "#app/forms/form-route.ts";
import { setGetsReports } from "#lib/reports/emails.ts";

export const forms = {
  email: staffForm("school", "reports.read", {
    submit: async ({ scope, fields, page }) => {
      const wanted = fields.get("wanted") === "1";
      await setGetsReports(scope, wanted);
      return `${page}?done=${wanted ? "on" : "off"}#by-email`;
    },
  }),
};
