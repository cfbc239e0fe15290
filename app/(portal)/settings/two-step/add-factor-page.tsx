import type { ReactNode } from "react";
import { type Query, readFormState, readQuery } from "#app/forms/form-state.ts";
import { switchPath } from "#app/paths.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { listContexts } from "#lib/auth/contexts.ts";
import { type CardholderScope, personOf } from "#lib/auth/scopes.ts";
import { readFactors, refusalToAdd } from "#lib/cardholders/mfa/factors.ts";
import { passwordOwner } from "#lib/cardholders/password/change.ts";
import { PasswordForm, TwoStepPage } from "./two-step-page.tsx";

/** Whether a member has to set their password with an emailed link before they can add their first factor. */
const isLinkRequired = async (scope: CardholderScope): Promise<boolean> =>
  refusalToAdd(scope, await readFactors(scope.cardholderId)) === "link_required";

/** Emails that link, which leads back to their team. */
async function LinkRequired({ title, scope }: { title: string; scope: CardholderScope }) {
  const [{ personalInfo }, [, team]] = await Promise.all([
    passwordOwner(scope.cardholderId),
    listContexts(personOf(scope)),
  ]);
  return (
    <TwoStepPage title={title}>
      <p>
        You’re a member of a team, so setting up two-step sign-in takes more than your password.
        We’ll email <bdi>{personalInfo.email}</bdi> a link to set a new one. Sign in with it, and
        you can continue here within an hour.
      </p>
      <Form method="post" action="/forgot-password/submit">
        <input type="hidden" name="email" value={personalInfo.email} />
        {team && <input type="hidden" name="next" value={switchPath({ to: team.context })} />}
        <Button>Email me a link</Button>
      </Form>
    </TwoStepPage>
  );
}

type AddFactorPageProps = Query & {
  title: string;
  path: string;
  scope: CardholderScope;
  /** What to say if what the person had begun has expired. */
  expired: { title: string; text: string };
  /** What the factor is. */
  children: ReactNode;
};

/** The first step of adding a factor: the password. */
export async function AddFactorPage(props: AddFactorPageProps) {
  const { title, path, scope, searchParams, expired, children } = props;
  if (await isLinkRequired(scope)) return <LinkRequired title={title} scope={scope} />;
  const query = await readQuery(searchParams);
  const state = await readFormState(query);
  return (
    <TwoStepPage title={title} state={state}>
      {query.expired === "1" && !state && (
        <Notice title={expired.title} urgent>
          {expired.text}
        </Notice>
      )}
      <p>{children}</p>
      <PasswordForm action={`${path}/begin`} state={state}>
        <Button className="justify-self-start">Continue</Button>
      </PasswordForm>
    </TwoStepPage>
  );
}
