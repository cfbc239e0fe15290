import { redirect } from "next/navigation";
import { readAfterFactor } from "#app/after-factor.ts";
import { pageIn } from "#app/enter-context.ts";
import { type Query, readQuery } from "#app/forms/form-state.ts";
import { requireCardholder } from "#app/session.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { listContexts } from "#lib/auth/contexts.ts";
import { type CardholderScope, personOf } from "#lib/auth/scopes.ts";
import { listFactors } from "#lib/cardholders/mfa/queries.ts";
import { settingsPathWithFlash } from "../../sections.ts";
import { TwoStepPage } from "../two-step-page.tsx";
import { codesNote } from "./codes-note.ts";
import { SaveCodes } from "./save-codes.tsx";

const TITLE = "Your recovery codes";

const SAVED = "I’ve saved these codes";

/** The team that someone was going to when they had to add a factor first; null for anyone else. */
async function readTeam(scope: CardholderScope) {
  const going = await readAfterFactor();
  const contexts = going ? await listContexts(personOf(scope)) : [];
  const team = contexts.find(({ context, name }) => name !== null && context === going?.to);
  return team && { ...team, next: pageIn(team.context, going?.next) };
}

export default async function Codes({ searchParams }: Query) {
  const scope = await requireCardholder("/settings/two-step/codes");
  if (!(await listFactors(scope))) redirect("/settings#two-step");
  const content = await codesNote.read(scope, (await readQuery(searchParams)).note);
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
  const team = await readTeam(scope);
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
      {team ? (
        <Form method="post" action="/switch/submit" className="grid gap-1 print:hidden">
          <input type="hidden" name="context" value={team.context} />
          <input type="hidden" name="next" value={team.next} />
          <p>
            Next, you go on to <bdi>{team.name}</bdi>.
          </p>
          <Button className="justify-self-start">{SAVED}</Button>
        </Form>
      ) : (
        <ButtonLink
          href={settingsPathWithFlash(content.done)}
          className="justify-self-start print:hidden"
        >
          {SAVED}
        </ButtonLink>
      )}
    </TwoStepPage>
  );
}
