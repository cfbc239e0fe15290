import { redirect } from "next/navigation";
import { FormPage, FormStatus } from "#app/form-page.tsx";
import { type Query, titled } from "#app/forms/form-state.ts";
import { pathWithQuery } from "#app/paths.ts";
import { otherFactorLabel, SecondFactorForms, secondFactorTitle } from "#app/second-factor.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { secondStep } from "#lib/cardholders/sign-in/sign-in.ts";
import { readSignIn } from "../read-sign-in.tsx";
import { codePath, readProof, restartPath, TITLE } from "../second-step.ts";

export const policy = { react: false };

export const generateMetadata = titled("Confirm it’s you");

export default async function SecondStep({ searchParams }: Query) {
  const { query, next, state, gift } = await readSignIn(searchParams);
  const step = await secondStep(await readProof());
  if (!step) redirect(restartPath(next));
  const withRecovery = query.with === "recovery";
  return (
    <FormPage
      current="/signin"
      title={secondFactorTitle(withRecovery, step.prompt)}
      intro="Two-step sign-in is on, so there’s one more step to confirm it’s you."
      ticket={gift?.ticket}
    >
      <FormStatus title={TITLE} state={state} />
      <SecondFactorForms
        {...step}
        action="/signin/code/submit"
        next={next}
        withRecovery={withRecovery}
        button="Sign in"
        state={state}
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
