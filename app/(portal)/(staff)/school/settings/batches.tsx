import { FormFields } from "#app/forms/form-fields.tsx";
import { stateOf } from "#app/forms/form-state.ts";
import type { readSettings } from "#lib/batches/mutations.ts";
import { type SchoolPage, StaffForm } from "../../staff-page.tsx";
import { forms } from "./forms.ts";

type FormProps = SchoolPage & { settings: Awaited<ReturnType<typeof readSettings>> };

/**
 * A form's input as it was sent, if it came back. If it was based on other settings, the form shows those of
 * now, so that sending it again doesn't undo someone else's change unseen.
 */
const withoutStale = (page: SchoolPage["page"]) =>
  page.state?.errors.shown ? { ...page, state: null } : page;

/** When batches close, and what donors are promised. */
export function Schedule({ page, settings }: FormProps) {
  const { closeHour, confirmationDays, version } = settings;
  return (
    <StaffForm
      page={withoutStale(page)}
      shown={version}
      action="schedule"
      form={forms.schedule}
      saved={{ closeHour, confirmationDays: confirmationDays ?? 2 }}
      send="Save schedule"
    >
      <p className="text-quiet">Changes apply to batches you close from now on.</p>
    </StaffForm>
  );
}

export const FiscalYear = ({ page, settings }: FormProps) => (
  <StaffForm
    page={withoutStale(page)}
    shown={settings.version}
    action="fiscal-year"
    form={forms["fiscal-year"]}
    saved={settings}
    send="Save fiscal year"
  />
);

/** How the files are written. */
export function Files({ page: shownPage, settings: { settings, version } }: FormProps) {
  const page = withoutStale(shownPage);
  return (
    <div className="mt-2 grid gap-6 desk:grid-cols-2">
      <StaffForm
        page={page}
        shown={version}
        action="credits"
        form={forms.credits}
        saved={settings}
        send="Save credit and codes"
      />
      <StaffForm page={page} action="columns" shown={version} send="Save column names">
        <p className="text-quiet">
          Only if your import of Raiser’s Edge or NPSP files uses different names. An NPSP fund is
          written as its Salesforce ID, unless GAU_Allocation_1_GAU__c has a name of yours: then as
          the code or name that you gave it.
        </p>
        <div className="grid gap-2 wide:grid-cols-2">
          <FormFields
            autoComplete="off"
            form={forms.columns}
            state={stateOf(page.state, "columns")}
            saved={settings.headers}
          />
        </div>
      </StaffForm>
    </div>
  );
}
