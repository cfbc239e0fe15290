import { redirect } from "next/navigation";
import { readFormState, readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { titleOf } from "#app/forms/form-title.ts";
import { requireCardholder } from "#app/session.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { mfaStatus } from "#lib/cardholders/mfa/queries.ts";
import { CodeCheck, PasswordCheck } from "../password-check.tsx";
import { TwoStepPage } from "../two-step-page.tsx";

const TITLE = "Get new recovery codes";
type Query = { searchParams: SearchParams };

export const generateMetadata = ({ searchParams }: Query) => titleOf(TITLE, searchParams);

export default async function Renew({ searchParams }: Query) {
  const scope = await requireCardholder("/settings/two-step/renew");
  if (!(await mfaStatus(scope))) redirect("/settings#two-step");
  const state = await readFormState(await readQuery(searchParams));
  return (
    <TwoStepPage title={TITLE} state={state}>
      <p>You’ll get ten new codes. Your current ones stop working immediately.</p>
      <Form method="post" action="/settings/two-step/renew/submit" className="grid gap-3">
        <PasswordCheck error={state?.errors.password} />
        <CodeCheck error={state?.errors.code} />
        <Button className="justify-self-start">Get new codes</Button>
      </Form>
    </TwoStepPage>
  );
}
