import { FormPage, FormStatus } from "#app/form-page.tsx";
import { type Query, titled } from "#app/forms/form-state.ts";
import { pathWithQuery } from "#app/paths.ts";
import { PasskeyButton } from "#components/portal/passkey-button.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { signInPrompt } from "#lib/cardholders/mfa/passkeys.ts";
import { readSignIn } from "../read-sign-in.tsx";
import { TITLE } from "../second-step.ts";

export const policy = { react: false };

const HEADING = "Sign in with a passkey";

export const generateMetadata = titled(HEADING);

export default async function PasskeySignIn({ searchParams }: Query) {
  const { next, state, gift } = await readSignIn(searchParams);
  const prompt = await signInPrompt();
  return (
    <FormPage
      current="/signin"
      title={HEADING}
      intro="You need neither your email address nor your password."
      ticket={gift?.ticket}
    >
      <FormStatus title={TITLE} state={state} />
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
