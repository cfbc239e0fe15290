import { redirect } from "next/navigation";
import type { Query } from "#app/forms/form-state.ts";
import { requireVerifiedCardholder } from "#app/step-up.ts";
import { listFactors } from "#lib/cardholders/mfa/queries.ts";
import { AddFactorPage } from "./add-factor-page.tsx";

export const policy = { react: false };

const PATH = "/settings/two-step";

export default async function TurnOn({ searchParams }: Query) {
  const scope = await requireVerifiedCardholder(PATH);
  if ((await listFactors(scope))?.appSince) redirect("/settings#two-step");
  return (
    <AddFactorPage
      title="Add an authenticator app"
      path={PATH}
      scope={scope}
      searchParams={searchParams}
      expired={{
        title: "This session timed out",
        text: "That key is no longer valid. Enter your password to get a new one.",
      }}
    >
      The app shows a new six-digit code every 30 seconds, which you enter after your password. Many
      password managers have one built in.
    </AddFactorPage>
  );
}
