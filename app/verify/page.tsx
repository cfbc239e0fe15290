import { FormPage, FormStatus } from "#app/form-page.tsx";
import { type Query, readFormState, readQuery, titled } from "#app/forms/form-state.ts";
import { returnPath, verifyPath } from "#app/paths.ts";
import { otherFactorLabel, SecondFactorForms, secondFactorTitle } from "#app/second-factor.tsx";
import { requireSession } from "#app/session.ts";
import { ButtonLink, StandaloneLink } from "#components/ui/button.tsx";
import { isStaff } from "#lib/auth/scopes.ts";
import { readContextName } from "#lib/auth/tenants.ts";
import { listFactors } from "#lib/cardholders/mfa/queries.ts";
import { stepUpPrompt } from "#lib/cardholders/mfa/step-up.ts";

export const policy = { react: false };

export const generateMetadata = titled("Confirm it’s you");

/** For what needs a second factor from someone who has none. @param isSwitch whether it's a team's context */
function NoFactor({ isSwitch }: { isSwitch: boolean }) {
  return (
    <FormPage title="Turn on two-step sign-in">
      <p>
        {isSwitch
          ? "Teams require two-step sign-in. Turn it on now, and then continue to your team."
          : "This requires two-step sign-in. Turn it on now, and then come back."}
      </p>
      <ButtonLink href="/settings/two-step/passkey">Add a passkey</ButtonLink>
      <ButtonLink look="quiet" href="/settings/two-step">
        Add an authenticator app
      </ButtonLink>
    </FormPage>
  );
}

/** Asks a signed-in person for a second factor again, before something sensitive. */
export default async function Verify({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const next = returnPath(query.next);
  const to = readContextName(query.to ?? "") ?? undefined;
  const scope = await requireSession("/verify", { next, ...(to ? { to } : {}) });
  // A team takes an app or a passkey.
  const isForTeam = isStaff(scope) || (to !== undefined && to !== "cardholder");
  const withRecovery = query.with === "recovery" && !isForTeam;
  const factors = await listFactors(scope);
  if (!factors) return <NoFactor isSwitch={to !== undefined} />;
  const [state, prompt] = await Promise.all([readFormState(query), stepUpPrompt(scope)]);
  return (
    <FormPage
      title={secondFactorTitle(withRecovery, prompt)}
      intro="What you’re about to do is sensitive, so we ask for your second step again. It’s good for 10 minutes."
    >
      <FormStatus state={state} />
      <SecondFactorForms
        action="/verify/submit"
        next={next}
        to={to}
        withRecovery={withRecovery}
        hasApp={factors.appSince !== null}
        prompt={prompt}
        button="Continue"
        state={state}
      />
      {isForTeam ? (
        <p className="text-quiet text-small">
          Teams don’t accept recovery codes. Lost your second step? Switch to your own gifts, and
          add a new one in the settings with a recovery code.
        </p>
      ) : (
        <p>
          <StandaloneLink href={verifyPath({ next, to, withRecovery: !withRecovery })}>
            {otherFactorLabel(withRecovery)}
          </StandaloneLink>
        </p>
      )}
    </FormPage>
  );
}
