import { redirect } from "next/navigation";
import { roleName, TEAMS } from "#app/context-labels.ts";
import { pageIn } from "#app/enter-context.ts";
import { FormPage, FormStatus } from "#app/form-page.tsx";
import { type Query, readFormState, readQuery, titled } from "#app/forms/form-state.ts";
import { type ContextKind, kindOf, kindOfPath, returnPath } from "#app/paths.ts";
import { requireSession } from "#app/session.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { type Context, contextOf, listContexts } from "#lib/auth/contexts.ts";
import { personOf } from "#lib/auth/scopes.ts";
import { readContextName } from "#lib/auth/tenants.ts";

export const policy = { react: false };

const TITLE = "Switch teams";

export const generateMetadata = titled(TITLE);

/** What the session acts in, as the middle of a sentence. */
function Acting({ context }: { context: Context | undefined }) {
  if (!context?.name) return <>You’re signed in for your own gifts</>;
  return (
    <>
      You’re signed in for <bdi className="font-strong">{context.name}</bdi> (
      {roleName(context.role)})
    </>
  );
}

/** Whom a page is for, to say why someone was led here. */
const PLACES: Record<ContextKind, string> = { cardholder: "your own gifts", ...TEAMS };

function SwitchForm({ context, next }: { context: Context; next: string }) {
  return (
    <Form method="post" action="/switch/submit">
      <input type="hidden" name="context" value={context.context} />
      <input type="hidden" name="next" value={next} />
      <Button className="w-full">
        <span className="min-w-0">
          Switch to <bdi>{context.name ?? "your own gifts"}</bdi>
          {context.name && (
            <span className="block font-normal text-small">{roleName(context.role)}</span>
          )}
        </span>
      </Button>
    </Form>
  );
}

/** Says which context this is, why the last page turned the person away, and how to switch. */
export default async function Switch({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const scope = await requireSession("/switch", query);
  const [contexts, state] = await Promise.all([
    listContexts(personOf(scope)),
    readFormState(query),
  ]);
  const current = contextOf(scope);
  const to = readContextName(query.to ?? "");
  const next = query.next === undefined ? undefined : returnPath(query.next);
  const kind = to ? kindOf(to) : next && kindOfPath(next);
  if (to ? to === current : kind === kindOf(current)) redirect(pageIn(current, next));
  const choices = contexts
    .filter(({ context }) => context !== current)
    .filter(({ context }) => (to ? context === to : !kind || kindOf(context) === kind));
  return (
    <FormPage title={TITLE}>
      <FormStatus state={state} />
      <p className="text-lead">
        <Acting context={contexts.find(({ context }) => context === current)} />
        {next && kind && !to ? `, but that page is for ${PLACES[kind]}` : ""}.{" "}
        {choices.length > 0 ? "Switch to continue." : ""}
      </p>
      {choices.length === 0 && kind && kind !== "cardholder" && (
        <p>
          You aren’t a member of {to ? "that team" : TEAMS[kind]}. Ask one of its admins to invite
          you. If it was another email address that was invited, sign out and sign in with it.
        </p>
      )}
      {choices.length === 0 && !kind && <p>You don’t have another team to switch to.</p>}
      {choices.map((context) => (
        <SwitchForm key={context.context} context={context} next={pageIn(context.context, next)} />
      ))}
      <p className="text-quiet text-small">
        Teams require two-step sign-in. You’re signed out after 30 minutes of inactivity.
      </p>
    </FormPage>
  );
}
