import { switchPath } from "#app/paths.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { listContexts } from "#lib/auth/contexts.ts";
import { type CardholderScope, personOf } from "#lib/auth/scopes.ts";
import { readFactors, refusalToAdd } from "#lib/cardholders/mfa/factors.ts";
import { passwordOwner } from "#lib/cardholders/password/change.ts";
import { TwoStepPage } from "./two-step-page.tsx";

/** Whether a member has to set their password with an emailed link before they can add their first factor. */
export const isLinkRequired = async (scope: CardholderScope): Promise<boolean> =>
  refusalToAdd(scope, await readFactors(scope.cardholderId)) === "link_required";

/** Emails that link, which leads back to their team. */
export async function LinkRequired({ title, scope }: { title: string; scope: CardholderScope }) {
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
