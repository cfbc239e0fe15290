import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { FormState } from "./form-state.ts";

/** Above a returned form: its errors, or that it was not submitted because the session had ended. */
export function FormStatus({ state, title }: { state: FormState | null; title?: string }) {
  if (!state) return null;
  if (!state.unsent) return <ErrorSummary title={title} errors={state.errors} />;
  return (
    <Notice title="You were signed out before this was submitted" urgent>
      Review it and submit it again.
    </Notice>
  );
}
