import { FormFields } from "#app/forms/form-fields.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { forms } from "./forms.ts";

/** @property next where to continue after the sign-in */
type AskForLinkProps = { state?: FormState | null; next: string | undefined };

export const AskForLink = ({ state = null, next }: AskForLinkProps) => (
  <Form method="post" action="/forgot-password/submit" className="grid gap-3">
    {next && <input type="hidden" name="next" value={next} />}
    <FormFields form={forms.submit} state={state} />
    <Button>Email me a link</Button>
  </Form>
);
