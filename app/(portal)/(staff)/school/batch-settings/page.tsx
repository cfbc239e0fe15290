import { fieldOf, type Query, titleOf } from "#app/forms/form-state.ts";
import { Field, RadioChoices, Select } from "#components/ui/field.tsx";
import { readSettings } from "#lib/batches/mutations.ts";
import { usesBatches } from "#lib/ticketing/config.ts";
import { type SchoolPage, StaffForm } from "../../staff-form.tsx";
import { StaffFrame, StaffSection, staffPage } from "../../staff-page.tsx";
import { BY_HAND, COLUMNS, MAX_DAYS } from "./forms.ts";

export const generateMetadata = ({ searchParams }: Query) =>
  titleOf("Batch settings", searchParams);

/** Shown once after a change. */
const FLASHES: Record<string, string> = {
  schedule: "The schedule was saved",
  credits: "The credit and codes were saved",
  columns: "The column names were saved",
};

type Settings = Awaited<ReturnType<typeof readSettings>>;

type PartProps = SchoolPage & {
  /** Which of the page's forms it is. */
  name: string;
  settings: Settings;
  save: string;
  children: React.ReactNode;
};

const Part = ({ page, name, settings, save, children }: PartProps) => (
  <StaffForm page={page} action="change" send={save}>
    <input type="hidden" name="part" value={name} />
    <input type="hidden" name="shown" value={settings.version} />
    {children}
  </StaffForm>
);

/** "5 AM" */
const hourName = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`;

const HOURS = [
  { value: BY_HAND, text: "Only by hand" },
  ...Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), text: hourName(hour) })),
];

const DAYS = Array.from({ length: MAX_DAYS }, (_, n) => ({
  value: String(n + 1),
  text: n === 0 ? "1 business day" : `${n + 1} business days`,
}));

/**
 * A form's input as it was sent, if it came back. If it was based on other settings, the form shows those that there are
 * now, so that sending it again doesn't undo someone else's change unseen.
 */
const sentOf = ({ state }: SchoolPage["page"], part: string) =>
  state?.values.part === part && !state.errors.shown ? state : null;

type FormProps = SchoolPage & { settings: Settings };

function Schedule({ page, settings }: FormProps) {
  const field = fieldOf(sentOf(page, "schedule"));
  return (
    <Part page={page} settings={settings} name="schedule" save="Save schedule">
      <Select
        label="The open batch closes every day at"
        help="In your foundation’s time zone. A batch without gifts stays open."
        options={HOURS}
        {...field("close_hour", String(settings.closeHour ?? BY_HAND))}
      />
      <Select
        label="You promise donors to confirm within"
        help="Until 5 PM in your time zone. For gifts from now on."
        options={DAYS}
        {...field("confirmation_days", String(settings.confirmationDays ?? 2))}
      />
    </Part>
  );
}

const RECORDS = [
  {
    value: "cardholder",
    label: "The donor",
    help: "The bank gets the soft credit. An anonymous gift is the bank’s.",
  },
  { value: "bank", label: "The bank", help: "The donor gets the soft credit." },
];

function Credits({ page, settings: shown }: FormProps) {
  const { settings } = shown;
  const sent = sentOf(page, "credits");
  const field = (name: string, own: string) => ({
    ...fieldOf(sent)(name, own),
    autoComplete: "off",
  });
  return (
    <Part page={page} settings={shown} name="credits" save="Save credit and codes">
      <RadioChoices
        id="donor_of_record"
        label="Hard credit"
        error={sent?.errors.donor_of_record}
        options={RECORDS}
        chosen={sent?.values.donor_of_record ?? settings.donorOfRecord}
      />
      <Field label="Appeal" {...field("appeal", settings.appeal)} />
      <Field label="Payment method" {...field("payment_method", settings.paymentMethod)} />
      <Field
        label="NPSP Data Import Batch"
        help="Its ID in Salesforce, if you use NPSP."
        {...field("import_batch", settings.importBatch)}
      />
    </Part>
  );
}

function Columns({ page, settings: shown }: FormProps) {
  const { settings } = shown;
  const sent = sentOf(page, "columns");
  return (
    <details open={sent !== null || Object.keys(settings.headers).length > 0}>
      <summary className="inline-flex min-h-6 cursor-pointer items-center hover:underline">
        Change column names
      </summary>
      <div className="mt-1">
        <Part page={page} settings={shown} name="columns" save="Save column names">
          <div className="grid gap-2 wide:grid-cols-2">
            {COLUMNS.map((name) => (
              <Field
                key={name}
                label={name}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                {...fieldOf(sent)(`column:${name}`, settings.headers[name])}
              />
            ))}
          </div>
        </Part>
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
  const form = { page, settings };
  return (
    <StaffFrame
      page={page}
      title="Batch settings"
      intro="They apply to batches that close from now on. A closed batch keeps those it was closed with."
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
            <Schedule {...form} />
          </StaffSection>
          <StaffSection
            id="credits"
            title="Credit and codes"
            intro="What your files say. Codes of funds are with each fund, under Settings."
          >
            <Credits {...form} />
          </StaffSection>
          <StaffSection
            id="columns"
            title="Column names"
            intro="Only if your import of Raiser’s Edge or NPSP files uses different names. An NPSP fund is written as its Salesforce ID, unless GAU_Allocation_1_GAU__c has a name of yours: then as the code or name that you gave it."
          >
            <Columns {...form} />
          </StaffSection>
        </>
      )}
    </StaffFrame>
  );
});
