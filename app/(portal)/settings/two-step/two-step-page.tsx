import type { ReactNode } from "react";
import type { FormState } from "#app/forms/form-state.ts";
import { FormStatus } from "#app/forms/form-status.tsx";
import { SchoolWall } from "#app/school-wall.tsx";
import { Shell } from "#app/shell.tsx";
import { Page } from "#components/ui/page.tsx";
import { SETTINGS } from "../flash-message.ts";

/** A headline that doesn't break at its hyphen: the display face has no unbreakable one. */
function unbroken(title: string): ReactNode {
  const [before, after] = title.split("two-step");
  if (after === undefined) return title;
  return (
    <>
      {before}
      <span className="whitespace-nowrap">two-step</span>
      {after}
    </>
  );
}

/** The frame of a two-step settings page: one task, and a link back to the settings. */
export function TwoStepPage({
  title,
  state = null,
  children,
}: {
  title: string;
  state?: FormState | null;
  children: ReactNode;
}) {
  return (
    <Shell signedIn current={SETTINGS}>
      <Page width="form" aside={<SchoolWall />}>
        <p className="print:hidden">
          <a href="/settings#two-step" className="link-alone">
            Back to settings
          </a>
        </p>
        <h1 className="display mt-1 text-balance text-d40 wide:text-d64">{unbroken(title)}</h1>
        <div className="mt-3 grid gap-3">
          <FormStatus state={state} />
          {children}
        </div>
      </Page>
    </Shell>
  );
}
