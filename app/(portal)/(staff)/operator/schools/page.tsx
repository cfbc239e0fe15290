import { StaffForm, StaffFrame, StaffSection, staffPage } from "../../staff-page.tsx";
import { forms } from "./forms.ts";

/** Shown once. */
const FLASHES: Record<string, string> = {
  pending: "Entered. It counts once another member has entered the same",
  different:
    "This isn’t what someone else had entered. Check the document: yours waits for another member now",
  approved: "Approved: two members have entered the same",
};

/** Consent and payee of schools, each entered by two members of the operator's team. */
export default staffPage("operator", "participation.change", "/schools", async (page) => (
  <StaffFrame
    page={page}
    title="Schools"
    intro="A foundation’s consent and its payee count once two of you have entered the same, each from the foundation’s own document. Until then, what counted before still does."
    failed="This wasn’t saved"
    flashes={FLASHES}
  >
    <StaffSection id="consent" title="Consent">
      <StaffForm page={page} action="consent" form={forms.consent} send="Enter consent" />
    </StaffSection>
    <StaffSection id="payee" title="Payee" intro="It’s stored encrypted, and never shown.">
      <StaffForm page={page} action="payee" form={forms.payee} send="Enter payee" />
    </StaffSection>
  </StaffFrame>
));
