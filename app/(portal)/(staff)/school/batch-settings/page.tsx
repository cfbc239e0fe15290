import { FormFields } from "#app/forms/form-fields.tsx";
import { stateOf, titled } from "#app/forms/form-state.ts";
import { readSettings } from "#lib/batches/mutations.ts";
import { usesBatches } from "#lib/ticketing/config.ts";
import { type SchoolPage, StaffForm } from "../../staff-form.tsx";
import { StaffFrame, StaffSection, staffPage } from "../../staff-page.tsx";
import { forms } from "./forms.ts";

export const generateMetadata = titled("Batch settings");

/** Shown once after a change. */
const FLASHES: Record<string, string> = {
  schedule: "The schedule was saved",
  credits: "The credit and codes were saved",
  columns: "The column names were saved",
};

type FormProps = SchoolPage & { settings: Awaited<ReturnType<typeof readSettings>> };

/**
 * A form's input as it was sent, if it came back. If it was based on other settings, the form shows those that there are
 * now, so that sending it again doesn't undo someone else's change unseen.
 */
const withoutStale = (page: SchoolPage["page"]) =>
  page.state?.errors.shown ? { ...page, state: null } : page;

function Columns({ page, settings: { settings, version } }: FormProps) {
  const isOpen =
    stateOf(page.state, "columns") !== null || Object.keys(settings.headers).length > 0;
  return (
    <details open={isOpen}>
      <summary className="inline-flex min-h-6 cursor-pointer items-center hover:underline">
        Change column names
      </summary>
      <div className="mt-1">
        <StaffForm page={page} action="columns" shown={version} send="Save column names">
          <div className="grid gap-2 wide:grid-cols-2">
            <FormFields
              form={forms.columns}
              state={stateOf(page.state, "columns")}
              saved={settings.headers}
            />
          </div>
        </StaffForm>
      </div>
    </details>
  );
}

/** When batches close, what donors are promised, and how the files are written. */
export default staffPage("school", "batch-settings.change", "/batch-settings", async (page) => {
  const { scope, base } = page;
  const [settings, importsFiles] = await Promise.all([
    readSettings(scope.schoolId),
    usesBatches(scope.schoolId),
  ]);
  const form = { page: withoutStale(page), shown: settings.version };
  const { closeHour, confirmationDays } = settings;
  return (
    <StaffFrame
      page={page}
      title="Batch settings"
      intro="Changes apply to batches you close from now on. A closed batch keeps its own."
      failed="Nothing was saved"
      flashes={FLASHES}
      back={{ href: `${base}/settings`, text: "All settings" }}
    >
      {!importsFiles ? (
        <p className="mt-3 max-w-reading">
          Your platform is told about each gift as it’s accepted, and confirms it by itself, so
          there are no batches to set up.
        </p>
      ) : (
        <>
          <StaffSection id="schedule" title="Schedule">
            <StaffForm
              {...form}
              action="schedule"
              form={forms.schedule}
              saved={{ closeHour, confirmationDays: confirmationDays ?? 2 }}
              send="Save schedule"
            />
          </StaffSection>
          <StaffSection
            id="credits"
            title="Credit and codes"
            intro="What your files say. Codes of funds are with each fund, under Settings."
          >
            <StaffForm
              {...form}
              action="credits"
              form={forms.credits}
              saved={settings.settings}
              send="Save credit and codes"
            />
          </StaffSection>
          <StaffSection
            id="columns"
            title="Column names"
            intro="Only if your import of Raiser’s Edge or NPSP files uses different names. An NPSP fund is written as its Salesforce ID, unless GAU_Allocation_1_GAU__c has a name of yours: then as the code or name that you gave it."
          >
            <Columns page={form.page} settings={settings} />
          </StaffSection>
        </>
      )}
    </StaffFrame>
  );
});
