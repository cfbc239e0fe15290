import { redirect } from "next/navigation";
import { type Query, readFormState, readQuery, titleOf } from "#app/forms/form-state.ts";
import { requireVerifiedCardholder } from "#app/step-up.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { MAX_PASSKEYS } from "#lib/cardholders/mfa/mutations.ts";
import { listFactors } from "#lib/cardholders/mfa/queries.ts";
import { isLinkRequired, LinkRequired } from "../link-required.tsx";
import { PasswordCheck, TwoStepPage } from "../two-step-page.tsx";

export const policy = { react: false };

const TITLE = "Add a passkey";

export const generateMetadata = ({ searchParams }: Query) => titleOf(TITLE, searchParams);

export default async function AddPasskey({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const scope = await requireVerifiedCardholder("/settings/two-step/passkey");
  const factors = await listFactors(scope);
  if ((factors?.passkeys.length ?? 0) >= MAX_PASSKEYS) redirect("/settings#two-step");
  if (await isLinkRequired(scope)) return <LinkRequired title={TITLE} scope={scope} />;
  const state = await readFormState(query);
  return (
    <TwoStepPage title={TITLE} state={state}>
      {query.expired === "1" && !state && (
        <Notice title="This timed out" urgent>
          Enter your password to start again.
        </Notice>
      )}
      <p>
        A passkey signs you in with your fingerprint, your face, or your device’s PIN. It can’t be
        guessed, and it works on this site only.
      </p>
      <Form method="post" action="/settings/two-step/passkey/begin" className="grid gap-3">
        <PasswordCheck state={state} />
        <Button className="justify-self-start">Continue</Button>
      </Form>
    </TwoStepPage>
  );
}
