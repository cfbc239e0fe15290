import { redirect } from "next/navigation";
import { redirectSignedIn } from "#app/enter-context.ts";
import { FormPage } from "#app/form-page.tsx";
import { type Query, readFormState, readQuery, titleOf } from "#app/forms/form-state.ts";
import { pathWithQuery, returnPath } from "#app/paths.ts";
import { otherFactorLabel, SecondFactorForms, secondFactorTitle } from "#app/second-factor.tsx";
import { currentSession } from "#app/session.ts";
import { StandaloneLink } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { secondStep } from "#lib/cardholders/sign-in/sign-in.ts";
import { readGiftToGive } from "../gift-to-give.tsx";
import { codePath, readProof, restartPath, TITLE } from "../second-step.ts";

export const policy = { react: false };

export const generateMetadata = ({ searchParams }: Query) =>
  titleOf("Confirm it’s you", searchParams);

export default async function SecondStep({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const next = returnPath(query.next);
  const session = await currentSession();
  if (session) redirect(redirectSignedIn(session, next));
  const step = await secondStep(await readProof());
  if (!step) redirect(restartPath(next));
  const [state, gift] = await Promise.all([readFormState(query), readGiftToGive(next)]);
  const withRecovery = query.with === "recovery";
  return (
    <FormPage
      current="/signin"
      title={secondFactorTitle(withRecovery, step.prompt)}
      intro="Two-step sign-in is on, so there’s one more step to confirm it’s you."
      ticket={gift?.ticket}
    >
      {state && <ErrorSummary title={TITLE} errors={state.errors} />}
      <SecondFactorForms
        {...step}
        action="/signin/code/submit"
        next={next}
        withRecovery={withRecovery}
        button="Sign in"
        error={state?.errors.mfa_code}
      />
      <ul className="grid">
        <li>
          <StandaloneLink href={codePath(next, !withRecovery)}>
            {otherFactorLabel(withRecovery)}
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
