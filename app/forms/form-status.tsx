import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { FormState } from "./form-state.ts";

/** On top of a form that has come back: what is wrong with it, or that it was never looked at. */
export function FormStatus({ state, title }: { state: FormState | null; title?: string }) {
  if (!state) return null;
  if (!state.unsent) return <ErrorSummary {...(title ? { title } : {})} errors={state.errors} />;
  return (
    <Notice title="You were signed out before this was sent" urgent>
      Check it and send it again.
    </Notice>
  );
}
