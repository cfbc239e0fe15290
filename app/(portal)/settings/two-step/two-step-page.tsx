import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { FormPage, FormStatus } from "#app/form-page.tsx";
import { type FormState, type Query, readFormState, readQuery } from "#app/forms/form-state.ts";
import { requireCardholder } from "#app/session.ts";
import { StandaloneLink } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { mfaStatus } from "#lib/cardholders/mfa/queries.ts";
import { SETTINGS } from "../sections.ts";

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
      signedIn
      current={SETTINGS}
      above={
        <p className="mb-1 print:hidden">
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

/** Asks for the password again: a stolen session alone must not change sign-in settings. */
export function PasswordCheck({ state }: { state: FormState | null }) {
  return (
    <PasswordField
      id="password"
      label="Your password"
      autoComplete="current-password"
      error={state?.errors.password}
    />
  );
}

type ProofPageProps = Query & {
  title: string;
  path: string;
  button: ReactNode;
  /** Explains the effect. */
  children: ReactNode;
};

/** A page whose form asks for the password and a code. Only while two-step sign-in is on. */
export async function ProofPage({ title, path, button, searchParams, children }: ProofPageProps) {
  const scope = await requireCardholder(path);
  if (!(await mfaStatus(scope))) redirect("/settings#two-step");
  const state = await readFormState(await readQuery(searchParams));
  return (
    <TwoStepPage title={title} state={state}>
      <p>{children}</p>
      <Form method="post" action={`${path}/submit`} className="grid gap-3">
        <PasswordCheck state={state} />
        <Field
          id="code"
          label="Code"
          help="The six digits your app shows now, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          error={state?.errors.code}
        />
        {button}
      </Form>
    </TwoStepPage>
  );
}
