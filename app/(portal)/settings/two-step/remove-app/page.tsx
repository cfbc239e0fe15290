import { type Query, readQuery } from "#app/forms/form-state.ts";
import { IF_ONLY, ProofPage, RemoveButton } from "../two-step-page.tsx";

export const policy = { react: false };

export default async function RemoveApp({ searchParams }: Query) {
  return (
    <ProofPage
      title="Remove your authenticator app"
      path="/settings/two-step/remove-app"
      query={await readQuery(searchParams)}
      button={<RemoveButton />}
    >
      Its codes will stop working, and you can remove the account from the app. {IF_ONLY}
    </ProofPage>
  );
}
