import { fieldOf, type Query, titleOf } from "#app/forms/form-state.ts";
import { Field, TextArea } from "#components/ui/field.tsx";
import { StaffForm } from "../../staff-form.tsx";
import { StaffFrame, StaffSection, staffPage } from "../../staff-page.tsx";

export const generateMetadata = ({ searchParams }: Query) => titleOf("Schools", searchParams);

/** Shown once. */
const FLASHES: Record<string, string> = {
  pending: "Entered. It counts once another member has entered the same",
  different:
    "This isn’t what someone else had entered. Check the document: yours waits for another member now",
  approved: "Approved: two members have entered the same",
};

/** Consent and payee of schools, each entered by two members of the operator's team. */
export default staffPage("operator", "participation.change", "/schools", async (page) => {
  const { state } = page;
  const field = fieldOf(state);
  return (
    <StaffFrame
      page={page}
      title="Schools"
      intro="A foundation’s consent and its payee count once two of you have entered the same, each from the foundation’s own document. Until then, what counted before still does."
      failed="This wasn’t saved"
      flashes={FLASHES}
    >
      <StaffSection id="consent" title="Consent">
        <StaffForm
          page={page}
          action="consent"
          className="grid max-w-form gap-2"
          send="Enter consent"
        >
          <Field label="School ID" {...field("school")} />
          <Field label="Who signed: name and title" type="text" {...field("consentBy")} />
          <Field label="Date of the document" type="date" {...field("consentOn")} />
          <Field label="Where the document is kept" type="text" {...field("consentDocument")} />
        </StaffForm>
      </StaffSection>
      <StaffSection id="payee" title="Payee" intro="It’s stored encrypted, and never shown.">
        <StaffForm page={page} action="payee" className="grid max-w-form gap-2" send="Enter payee">
          <Field label="School ID" name="school" {...field("school")} id="payee-school" />
          <TextArea
            id="payee"
            label="Where its money goes"
            autoComplete="off"
            error={state?.errors.payee}
          />
        </StaffForm>
      </StaffSection>
    </StaffFrame>
  );
});
