import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { describeBrowser } from "#app/(portal)/settings/sessions-section.tsx";
import { FormFields } from "#app/forms/form-fields.tsx";
import { type Query, readFormState, readQuery } from "#app/forms/form-state.ts";
import { requireVerifiedCardholder } from "#app/step-up.ts";
import { PasskeyButton } from "#components/portal/passkey-button.tsx";
import { Form } from "#components/ui/form.tsx";
import { setupPrompt } from "#lib/cardholders/mfa/mutations.ts";
import { TwoStepPage } from "../../two-step-page.tsx";
import { forms } from "../forms.ts";
import { setupCookie } from "../setup-cookie.ts";

export const policy = { react: false };

export default async function CreatePasskey({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const scope = await requireVerifiedCardholder("/settings/two-step/passkey/create");
  const prompt = await setupPrompt(scope, (await setupCookie.read()) ?? "");
  if (!prompt) redirect("/settings/two-step/passkey?expired=1");
  const state = await readFormState(query);
  const browser = describeBrowser((await headers()).get("user-agent"));
  return (
    <TwoStepPage title="Create your passkey" state={state}>
      <p>
        Your browser asks where to save it: on this device, in a password manager, on a phone, or on
        a security key.
      </p>
      <Form method="post" action="/settings/two-step/passkey/add" className="grid gap-3">
        <FormFields form={forms.add} state={state} saved={{ name: browser }} />
        <PasskeyButton kind="create" prompt={prompt} className="justify-self-start">
          Create passkey
        </PasskeyButton>
      </Form>
    </TwoStepPage>
  );
}
