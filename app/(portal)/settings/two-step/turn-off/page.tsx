import { redirect } from "next/navigation";
import { readFormState, readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { titleOf } from "#app/forms/form-title.ts";
import { requireCardholder } from "#app/session.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { mfaStatus } from "#lib/cardholders/mfa/queries.ts";
import { CodeCheck, PasswordCheck } from "../password-check.tsx";
import { TwoStepPage } from "../two-step-page.tsx";

const TITLE = "Turn off two-step sign-in";
type Query = { searchParams: SearchParams };

export const generateMetadata = ({ searchParams }: Query) => titleOf(TITLE, searchParams);

export default async function TurnOff({ searchParams }: Query) {
  const scope = await requireCardholder("/settings/two-step/turn-off");
  if (!(await mfaStatus(scope))) redirect("/settings#two-step");
  const state = await readFormState(await readQuery(searchParams));
  return (
    <TwoStepPage title={TITLE} state={state}>
      <p>
        You’ll sign in with only your password. Your recovery codes will stop working, and you can
        remove the account from your app.
      </p>
      <Form method="post" action="/settings/two-step/turn-off/submit" className="grid gap-3">
        <PasswordCheck error={state?.errors.password} />
        <CodeCheck error={state?.errors.code} />
        <Button look="grave" className="justify-self-start">
          Turn off
        </Button>
      </Form>
    </TwoStepPage>
  );
}
