import type { ReactNode } from "react";
import { SchoolTile } from "#components/schools/school-tiles.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Page } from "#components/ui/page.tsx";
import { readSchoolBranding } from "#lib/schools/branding.ts";
import type { FormState, Unsent } from "./forms/form-state.ts";
import { shownSchools } from "./landing/shown-schools.ts";
import { TileColorStyles } from "./school-styles.tsx";
import { Shell } from "./shell.tsx";

/** A few schools' art next to a form. Decorative, so it is left out while the database is down. */
async function SchoolWall() {
  const looks = await readSchoolBranding().catch(() => null);
  if (!looks) return null;
  const schools = shownSchools(looks).inBand.slice(0, 6);
  return (
    <>
      <TileColorStyles schools={schools} />
      <div
        aria-hidden="true"
        className="grid gap-2 max-desk:[&>:nth-child(n+5)]:hidden desk:grid-cols-2"
      >
        {schools.map(({ school_id }) => (
          <SchoolTile key={school_id} schoolId={school_id} className="rounded-box" />
        ))}
      </div>
    </>
  );
}

const UNSENT_TITLES: Record<Unsent, string> = {
  "signed-out": "You were signed out before this was submitted",
  switched: "You had switched to another team before this was submitted",
  unverified: "This wasn’t submitted because we had to confirm it’s you",
};

/** Above a form that came back: its errors, or a notice that it wasn't submitted, and why. */
export function FormStatus({ state, title }: { state: FormState | null; title?: string }) {
  if (!state) return null;
  if (!state.unsent) return <ErrorSummary title={title} errors={state.errors} />;
  return (
    <Notice title={UNSENT_TITLES[state.unsent]} urgent>
      Review it and submit it again.
    </Notice>
  );
}

type FormPageProps = {
  current?: string;
  above?: ReactNode;
  title: ReactNode;
  /** What the form is for, as large text and as small text. */
  lead?: ReactNode;
  intro?: ReactNode;
  /** What the form leads to, shown instead of the schools, and on phones too. */
  ticket?: ReactNode;
  children: ReactNode;
};

export function FormPage({ current, above, title, lead, intro, ticket, children }: FormPageProps) {
  return (
    <Shell current={current}>
      <Page width="form" aside={ticket ?? <SchoolWall />} isAsideFirst={Boolean(ticket)}>
        {above}
        <h1 className="display text-balance text-d40 wide:text-d64">{title}</h1>
        {lead && <p className="mt-1 text-lead">{lead}</p>}
        {intro && <p className="mt-1 text-quiet">{intro}</p>}
        <div className="mt-3 grid gap-3">{children}</div>
      </Page>
    </Shell>
  );
}
