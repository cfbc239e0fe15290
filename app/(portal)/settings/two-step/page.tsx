import { redirect } from "next/navigation";
import { type Query, readFormState, readQuery, titleOf } from "#app/forms/form-state.ts";
import { requireVerifiedCardholder } from "#app/step-up.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { listFactors } from "#lib/cardholders/mfa/queries.ts";
import { isLinkRequired, LinkRequired } from "./link-required.tsx";
import { PasswordCheck, TwoStepPage } from "./two-step-page.tsx";

export const policy = { react: false };

const TITLE = "Add an authenticator app";

export const generateMetadata = ({ searchParams }: Query) => titleOf(TITLE, searchParams);

export default async function TurnOn({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const scope = await requireVerifiedCardholder("/settings/two-step");
  if ((await listFactors(scope))?.appSince) redirect("/settings#two-step");
  if (await isLinkRequired(scope)) return <LinkRequired title={TITLE} scope={scope} />;
  const state = await readFormState(query);
  return (
    <TwoStepPage title={TITLE} state={state}>
      {query.expired === "1" && !state && (
        <Notice title="This session timed out" urgent>
          That key is no longer valid. Enter your password to get a new one.
        </Notice>
      )}
      <p>
        The app shows a new six-digit code every 30 seconds, which you enter after your password.
        Many password managers have one built in.
      </p>
      <Form method="post" action="/settings/two-step/begin" className="grid gap-3">
        <PasswordCheck state={state} />
        <Button className="justify-self-start">Continue</Button>
      </Form>
    </TwoStepPage>
  );
}
