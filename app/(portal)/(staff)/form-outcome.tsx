import type { ReactNode } from "react";
import { FormStatus } from "#app/form-page.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { Notice } from "#components/ui/notice.tsx";

/** What a page says about the outcome of its forms. */
export type FormMessages = {
  /** The title if a form came back. */
  failed?: string;
  /** Shown once after a change, by the `done` query parameter. */
  flashes?: Record<string, string>;
  /** What to do if someone else changed the same in the meantime. */
  conflict?: ReactNode;
};

type OutcomeProps = FormMessages & { state: FormState | null; done: string | undefined };

/** Above a page's forms: that a change was saved, or why not. */
export function FormOutcome({ state, done = "", failed, flashes = {}, conflict }: OutcomeProps) {
  const flash = Object.hasOwn(flashes, done) ? flashes[done] : undefined;
  return (
    <div className="mt-2 empty:hidden">
      <FormStatus state={state} title={failed} />
      {state?.errors.shown && (
        <div id="shown">
          <Notice tone="failed" title={failed} urgent>
            {conflict}
          </Notice>
        </div>
      )}
      {!state && flash && <Notice tone="completed" title={flash} urgent />}
    </div>
  );
}
