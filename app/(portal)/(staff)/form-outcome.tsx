import type { ReactNode } from "react";
import { FormStatus } from "#app/form-page.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { Notice } from "#components/ui/notice.tsx";

type OutcomeProps = {
  state: FormState | null;
  /** Why a form came back. */
  title: string;
  flash: string | undefined;
  /** What to do if someone else changed the same in the meantime. */
  children?: ReactNode;
};

/** Above a page's forms: that a change was saved, or why not. */
export const FormOutcome = ({ state, title, flash, children }: OutcomeProps) => (
  <div className="mt-2 empty:hidden">
    <FormStatus state={state} title={title} />
    {state?.errors.shown && (
      <div id="shown">
        <Notice tone="failed" title={title} urgent>
          {children}
        </Notice>
      </div>
    )}
    {!state && flash && <Notice tone="completed" title={flash} urgent />}
  </div>
);
