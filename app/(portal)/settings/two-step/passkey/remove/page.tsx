import { redirect } from "next/navigation";
import { type Query, readQuery } from "#app/forms/form-state.ts";
import { requireVerifiedCardholder } from "#app/step-up.ts";
import { listFactors } from "#lib/cardholders/mfa/queries.ts";
import { settingsPathWithFlash } from "../../../sections.ts";
import { IF_ONLY, ProofPage, RemoveButton } from "../../two-step-page.tsx";

export const policy = { react: false };

const PATH = "/settings/two-step/passkey/remove";

export default async function RemovePasskey({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const scope = await requireVerifiedCardholder(PATH, query);
  const factors = await listFactors(scope);
  const passkey = factors?.passkeys.find(({ passkeyId }) => passkeyId === query.passkey);
  if (!passkey) redirect(settingsPathWithFlash("passkey-gone"));
  return (
    <ProofPage
      title="Remove a passkey"
      path={PATH}
      query={query}
      fields={<input type="hidden" name="passkey" value={passkey.passkeyId} />}
      button={<RemoveButton />}
    >
      <span className="break-words font-strong">{passkey.name}</span> will no longer sign you in.{" "}
      {IF_ONLY}
    </ProofPage>
  );
}
