import type { FormState } from "#app/forms/form-state.ts";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Notice } from "#components/ui/notice.tsx";

/** What became of a form that has come back: what is wrong with it, or that it was never looked at. */
export function Outcome({ state, title }: { state: FormState | null; title?: string }) {
  if (!state) return null;
  if (state.unsent) {
    return (
      <Notice title="Not saved yet" urgent>
        You were signed out before this was sent. Check it and send it again.
      </Notice>
    );
  }
  return <ErrorSummary errors={state.errors} {...(title ? { title } : {})} />;
}
