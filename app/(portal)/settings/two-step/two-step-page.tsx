import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { FormPage, FormStatus } from "#app/form-page.tsx";
import { FormFields } from "#app/forms/form-fields.tsx";
import { type FormState, readFormState } from "#app/forms/form-state.ts";
import { Title } from "#app/shell.tsx";
import { requireVerifiedCardholder } from "#app/step-up.ts";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { listFactors } from "#lib/cardholders/mfa/queries.ts";
import { SETTINGS } from "../sections.ts";
import { PASSWORD } from "./with-password.ts";

/** Keeps "two-step" on one line: the display face has no non-breaking hyphen. */
function withoutHyphenBreak(title: string): ReactNode {
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

type TwoStepPageProps = {
  title: string;
  state?: FormState | null;
  children: ReactNode;
};

/** A page for one two-step task, with a link back to the settings. */
export function TwoStepPage({ title, state = null, children }: TwoStepPageProps) {
  return (
    <FormPage
      current={SETTINGS}
      above={
        <p className="mb-1 print:hidden">
          <Title name={title} state={state} />
          <StandaloneLink href="/settings#two-step">Back to settings</StandaloneLink>
        </p>
      }
      title={withoutHyphenBreak(title)}
    >
      <FormStatus state={state} />
      {children}
    </FormPage>
  );
}

type PasswordFormProps = {
  action: string;
  state: FormState | null;
  /** Before the password, hidden ones. */
  fields?: ReactNode;
  children: ReactNode;
};

/** A form that asks for the password. */
export const PasswordForm = ({ action, state, fields, children }: PasswordFormProps) => (
  <Form method="post" action={action} className="grid gap-3">
    {fields}
    <FormFields form={{ fields: PASSWORD }} state={state} />
    {children}
  </Form>
);

/** What removing the last second step means. */
export const IF_ONLY =
  "Without another second step, you’ll sign in with only your password, and your recovery codes will stop working.";

export const RemoveButton = () => (
  <Button look="danger" className="justify-self-start">
    Remove
  </Button>
);

type ProofPageProps = {
  title: string;
  path: string;
  query: Record<string, string>;
  fields?: ReactNode;
  button: ReactNode;
  /** Explains the effect. */
  children: ReactNode;
};

/** A page whose form takes the password, from someone who just proved a second factor. */
export async function ProofPage({ title, path, query, fields, button, children }: ProofPageProps) {
  const scope = await requireVerifiedCardholder(path, query);
  if (!(await listFactors(scope))) redirect("/settings#two-step");
  const state = await readFormState(query);
  return (
    <TwoStepPage title={title} state={state}>
      <p>{children}</p>
      <PasswordForm action={`${path}/submit`} state={state} fields={fields}>
        {button}
      </PasswordForm>
    </TwoStepPage>
  );
}
