import { redirect } from "next/navigation";
import { redirectSignedIn } from "#app/enter-context.ts";
import { FormPage } from "#app/form-page.tsx";
import { type Query, readFormState, readQuery, titleOf } from "#app/forms/form-state.ts";
import { pathWithQuery, returnPath } from "#app/paths.ts";
import { currentSession } from "#app/session.ts";
import { PasskeyButton } from "#components/portal/passkey-button.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Form } from "#components/ui/form.tsx";
import { signInPrompt } from "#lib/cardholders/mfa/passkeys.ts";
import { readGiftToGive } from "../gift-to-give.tsx";
import { TITLE } from "../second-step.ts";

export const policy = { react: false };

const HEADING = "Sign in with a passkey";

export const generateMetadata = ({ searchParams }: Query) => titleOf(HEADING, searchParams);

export default async function PasskeySignIn({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const next = returnPath(query.next);
  const session = await currentSession();
  if (session) redirect(redirectSignedIn(session, next));
  const [state, gift, prompt] = await Promise.all([
    readFormState(query),
    readGiftToGive(next),
    signInPrompt(),
  ]);
  return (
    <FormPage
      current="/signin"
      title={HEADING}
      intro="You need neither your email address nor your password."
      ticket={gift?.ticket}
    >
      {state && <ErrorSummary title={TITLE} errors={state.errors} />}
      <Form method="post" action="/signin/passkey/submit" className="grid gap-3">
        <input type="hidden" name="next" value={next} />
        <PasskeyButton kind="get" prompt={prompt} startsItself={!state}>
          Use a passkey
        </PasskeyButton>
      </Form>
      <p>
        <StandaloneLink href={pathWithQuery("/signin", { next })}>
          Sign in with your password instead
        </StandaloneLink>
      </p>
      <p className="text-quiet">
        You don’t have one yet? Sign in with your password, then add a passkey in your settings.
      </p>
    </FormPage>
  );
}
