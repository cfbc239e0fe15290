import { redirect } from "next/navigation";
import type { Query } from "#app/forms/form-state.ts";
import { requireVerifiedCardholder } from "#app/step-up.ts";
import { MAX_PASSKEYS } from "#lib/cardholders/mfa/mutations.ts";
import { listFactors } from "#lib/cardholders/mfa/queries.ts";
import { AddFactorPage } from "../add-factor-page.tsx";

export const policy = { react: false };

const PATH = "/settings/two-step/passkey";

export default async function AddPasskey({ searchParams }: Query) {
  const scope = await requireVerifiedCardholder(PATH);
  const factors = await listFactors(scope);
  if ((factors?.passkeys.length ?? 0) >= MAX_PASSKEYS) redirect("/settings#two-step");
  return (
    <AddFactorPage
      title="Add a passkey"
      path={PATH}
      scope={scope}
      searchParams={searchParams}
      expired={{ title: "This timed out", text: "Enter your password to start again." }}
    >
      A passkey signs you in with your fingerprint, your face, or your device’s PIN. It can’t be
      guessed, and it works on this site only.
    </AddFactorPage>
  );
}
