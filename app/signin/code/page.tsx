import { redirect } from "next/navigation";
import { FormPage } from "#app/form-page.tsx";
import { type Query, readFormState, readQuery, titleOf } from "#app/forms/form-state.ts";
import { pathWithQuery, returnPath } from "#app/paths.ts";
import { currentCardholder } from "#app/session.ts";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { readGiftToGive } from "../gift-to-give.tsx";
import { codePath, readProof, restartPath, TITLE } from "../second-step.ts";

export const generateMetadata = ({ searchParams }: Query) =>
  titleOf("Enter your code", searchParams);

/** The field for an authenticator code, or for a recovery code. */
const FIELDS = {
  app: {
    label: "Code",
    help: "Six digits from your authenticator app",
    autoComplete: "one-time-code",
    inputMode: "numeric",
  },
  recovery: {
    label: "Recovery code",
    help: "One of your saved recovery codes. Each works once.",
    autoComplete: "off",
    autoCapitalize: "characters",
  },
} as const;

export default async function SecondStep({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const next = returnPath(query.next);
  if (await currentCardholder()) redirect(next);
  if (!(await readProof())) redirect(restartPath(next));
  const [state, gift] = await Promise.all([readFormState(query), readGiftToGive(next)]);
  const withRecovery = query.with === "recovery";
  return (
    <FormPage
      current="/signin"
      title={withRecovery ? "Enter a recovery code" : "Enter your code"}
      intro="Two-step sign-in is on, so there’s one more step to confirm it’s you."
      ticket={gift?.ticket}
    >
      {state && <ErrorSummary title={TITLE} errors={state.errors} />}
      <Form method="post" action="/signin/code/submit" className="grid gap-3">
        <input type="hidden" name="next" value={next} />
        {withRecovery && <input type="hidden" name="with" value="recovery" />}
        <Field
          id="mfa_code"
          type="text"
          {...FIELDS[withRecovery ? "recovery" : "app"]}
          spellCheck={false}
          className="figures"
          error={state?.errors.mfa_code}
        />
        <Button>Sign in</Button>
      </Form>
      <ul className="grid">
        <li>
          <StandaloneLink href={codePath(next, !withRecovery)}>
            {withRecovery ? "Use your authenticator app instead" : "Use a recovery code instead"}
          </StandaloneLink>
        </li>
        <li>
          <StandaloneLink href={pathWithQuery("/signin", { next })}>
            Use a different account
          </StandaloneLink>
        </li>
      </ul>
    </FormPage>
  );
}
