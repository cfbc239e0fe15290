import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { type Query, readQuery } from "#app/forms/form-state.ts";
import { switchPath } from "#app/paths.ts";
import { requireCardholder } from "#app/session.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { listContexts } from "#lib/auth/contexts.ts";
import { personOf } from "#lib/auth/scopes.ts";
import { listFactors } from "#lib/cardholders/mfa/queries.ts";
import { settingsPathWithFlash } from "../../sections.ts";
import { TwoStepPage } from "../two-step-page.tsx";
import { readCodes } from "./codes-token.ts";
import { SaveCodes } from "./save-codes.tsx";

const TITLE = "Your recovery codes";

export const metadata: Metadata = { title: TITLE };

export default async function Codes({ searchParams }: Query) {
  const scope = await requireCardholder("/settings/two-step/codes");
  if (!(await listFactors(scope))) redirect("/settings#two-step");
  const content = await readCodes(scope, (await readQuery(searchParams)).note);
  if (!content) {
    return (
      <TwoStepPage title={TITLE}>
        <p>
          Two-step sign-in is on. We showed your recovery codes once, when they were created. If you
          didn’t save them, get new ones. The old ones will stop working.
        </p>
        <ButtonLink href="/settings/two-step/renew" className="justify-self-start">
          Get new recovery codes
        </ButtonLink>
      </TwoStepPage>
    );
  }
  // Someone who has just been invited to a team added the factor for it.
  const isMember = content.done !== "codes" && (await listContexts(personOf(scope))).length > 1;
  return (
    <TwoStepPage title={TITLE}>
      <p>
        Keep these where you can reach them without your phone or computer. You can use each one
        once, instead of your passkey or a code from your app. We can’t show them again.
      </p>
      <ol className="grid gap-0.5 rounded-box border border-line bg-sheet p-2 font-mono">
        {content.codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <SaveCodes codes={content.codes} />
      <ButtonLink
        href={isMember ? switchPath({}) : settingsPathWithFlash(content.done)}
        className="justify-self-start print:hidden"
      >
        I’ve saved these codes
      </ButtonLink>
    </TwoStepPage>
  );
}
