import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { describeBrowser } from "#app/(portal)/settings/sessions-section.tsx";
import { fieldOf, type Query, readFormState, readQuery, titleOf } from "#app/forms/form-state.ts";
import { requireVerifiedCardholder } from "#app/step-up.ts";
import { PasskeyButton } from "#components/portal/passkey-button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { MAX_PASSKEY_NAME, setupPrompt } from "#lib/cardholders/mfa/mutations.ts";
import { TwoStepPage } from "../../two-step-page.tsx";
import { readSetup } from "../setup-cookie.ts";

export const policy = { react: false };

const TITLE = "Create your passkey";

export const generateMetadata = ({ searchParams }: Query) => titleOf(TITLE, searchParams);

export default async function CreatePasskey({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const scope = await requireVerifiedCardholder("/settings/two-step/passkey/create");
  const prompt = await setupPrompt(scope, await readSetup());
  if (!prompt) redirect("/settings/two-step/passkey?expired=1");
  const state = await readFormState(query);
  const browser = describeBrowser((await headers()).get("user-agent"));
  return (
    <TwoStepPage title={TITLE} state={state}>
      <p>
        Your browser asks where to save it: on this device, in a password manager, on a phone, or on
        a security key.
      </p>
      <Form method="post" action="/settings/two-step/passkey/add" className="grid gap-3">
        <Field
          label="Name"
          help="So that you recognize it later."
          autoComplete="off"
          maxLength={MAX_PASSKEY_NAME}
          {...fieldOf(state)("name", browser)}
        />
        <PasskeyButton kind="create" prompt={prompt} className="justify-self-start">
          Create passkey
        </PasskeyButton>
      </Form>
    </TwoStepPage>
  );
}
