import type { ReactNode } from "react";
import { stateOf } from "#app/forms/form-state.ts";
import { Tabs } from "#components/desk/filters.tsx";
import { Facts } from "#components/portal/facts.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import type { Action } from "#lib/auth/permissions.ts";
import { readSettings } from "#lib/batches/mutations.ts";
import { formatDay } from "#lib/dates.ts";
import { readReceiptDetails } from "#lib/schools/participation/receipts.ts";
import { usesBatches } from "#lib/ticketing/config.ts";
import { StaffFrame, type StaffPageProps, staffPage } from "../../staff-page.tsx";
import { AppearanceSettings } from "./appearance.tsx";
import { Files, FiscalYear, Schedule } from "./batches.tsx";

/** Shown once after a change. */
const FLASHES: Record<string, string> = {
  schedule: "The schedule was saved",
  "fiscal-year": "The fiscal year was saved",
  credits: "The credit and codes were saved",
  columns: "The column names were saved",
  appearance: "The appearance was saved. Pages show it within a minute",
  mark: "The mark was saved. Pages show it within a minute",
  "no-mark": "The mark was removed. Your monogram is shown again",
};

/** What else a foundation sets up once. A sensitive page asks for a second factor by itself. */
const OTHERS: [path: string, action: Action<"school">, title: string][] = [
  ["/funds", "funds.read", "Funds"],
  ["/receipts", "settings.read", "Receipts"],
  ["/platform", "platform.read", "Connection"],
  ["/service-keys", "service-keys.read", "Service keys"],
  ["/team", "team.read", "Team"],
  ["/audit-log", "audit-log.read", "Audit log"],
];

type SettingProps = { id: string; title: string; about: string; children: ReactNode };

/** A title with its description, and its fields beside it. */
const Setting = ({ id, title, about, children }: SettingProps) => (
  <section
    aria-labelledby={id}
    className="mt-3 grid gap-x-6 gap-y-2 border-edge border-t pt-3 rail:grid-cols-[16rem_minmax(0,1fr)]"
  >
    <div>
      <h2 id={id} className="font-strong text-lead">
        {title}
      </h2>
      <p className="text-quiet">{about}</p>
    </div>
    <div className="min-w-0">{children}</div>
  </section>
);

/** What states and the IRS ask for, and whether it's there. */
async function Compliance({ page: { scope, base } }: { page: StaffPageProps<"school"> }) {
  const { approval, details } = await readReceiptDetails(scope);
  const link = (path: string, words: string) => (
    <StandaloneLink href={base + path}>{words}</StandaloneLink>
  );
  const approved = approval ? `Approved ${formatDay(approval.on)}` : "Not approved yet";
  return (
    <Facts
      facts={{
        "California record (AB 488)": link("/reports/california", "View"),
        EIN: link("/receipts", details.ein ?? "Not set"),
        Receipts: link("/receipts", approved),
      }}
    />
  );
}

/** What a foundation sets up once, on one page. */
async function SettingsPage(page: StaffPageProps<"school">) {
  const { scope, base, path, state } = page;
  const [settings, importsFiles] = await Promise.all([
    readSettings(scope.schoolId),
    usesBatches(scope.schoolId),
  ]);
  const mayChange = page.may("batch-settings.change");
  const others = OTHERS.filter(([, action]) => page.may(action));
  const isInFiles = stateOf(state, "credits") ?? stateOf(state, "columns");
  const part = { page, settings };
  return (
    <StaffFrame
      page={page}
      title="Settings"
      failed="Nothing was saved"
      flashes={FLASHES}
      conflict={<>{state?.errors.shown} Check the values and save again.</>}
    >
      <Tabs
        label="Settings"
        tabs={[
          { label: "General", href: path, isCurrent: true },
          ...others.map(([to, , label]) => ({ label, href: base + to, isCurrent: false })),
        ]}
      />
      {mayChange && (
        <Setting
          id="dates"
          title="Batches and dates"
          about="When batches close, when donors can expect an answer, and when your year begins."
        >
          <div className="grid gap-x-6 gap-y-3 desk:grid-cols-2">
            {importsFiles && <Schedule {...part} />}
            <FiscalYear {...part} />
          </div>
        </Setting>
      )}
      <Setting
        id="appearance"
        title="Appearance"
        about="Your colors on tickets, receipts, and the grid of schools. Text stays readable: where a color doesn’t allow that, we adjust it."
      >
        <AppearanceSettings page={page} />
      </Setting>
      <Setting
        id="compliance"
        title="Compliance"
        about="Registrations and records that states ask for."
      >
        <Compliance page={page} />
      </Setting>
      {mayChange && importsFiles && (
        <details className="mt-3 border-edge border-t pt-3" open={isInFiles !== null}>
          <summary className="link-alone">
            <b>Advanced</b>: credit, codes, and Raiser’s Edge column names in files
          </summary>
          <Files {...part} />
        </details>
      )}
    </StaffFrame>
  );
}

export default staffPage("school", "settings.read", "/settings", SettingsPage, null);
