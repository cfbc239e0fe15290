import { redirect } from "next/navigation";
import { carriedPath } from "#app/carried-path.ts";
import { redirectSignedIn } from "#app/enter-context.ts";
import { FormPage } from "#app/form-page.tsx";
import { type Query, readFormState, readQuery, titleOf } from "#app/forms/form-state.ts";
import { pathWithQuery, returnPath } from "#app/paths.ts";
import { currentSession } from "#app/session.ts";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { EmailField } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { env } from "#lib/env.ts";
import { LinkNotice } from "../oauth/link-notice.tsx";
import { readGiftToGive } from "./gift-to-give.tsx";
import { passkeyPath, TITLE } from "./second-step.ts";

export const policy = { cached: true, react: false };

export const generateMetadata = ({ searchParams }: Query) => titleOf("Sign in", searchParams);

/** Why the visitor was redirected to the sign-in, if they were. */
function SignInNotice({ query }: { query: Record<string, string> }) {
  if (query.set === "1") {
    return (
      <Notice tone="completed" title="Your password is set" urgent>
        Sign in with your new password. All earlier sessions have ended.
      </Notice>
    );
  }
  if (query.late === "1") {
    return (
      <Notice title="Your sign-in timed out" urgent>
        Sign in again, then complete the second step within 10 minutes.
      </Notice>
    );
  }
  if (query.ended === "1") {
    return (
      <Notice urgent>You’ve been signed out. Sign in again to continue where you left off.</Notice>
    );
  }
  return query.left === "1" ? <Notice>You’ve signed out.</Notice> : null;
}

export default async function SignIn({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const next = returnPath(query.next);
  const session = await currentSession();
  if (session) redirect(redirectSignedIn(session, next));
  const [state, gift] = await Promise.all([readFormState(query), readGiftToGive(next)]);
  return (
    <FormPage
      current="/signin"
      title={gift ? `Sign in to give to ${gift.schoolName}` : "Sign in"}
      intro={gift ? null : "See your gifts, and give again."}
      ticket={gift?.ticket}
    >
      {state ? (
        <ErrorSummary title={TITLE} errors={state.errors} />
      ) : (
        <SignInNotice query={query} />
      )}
      <LinkNotice next={next} />
      <Form method="post" action="/signin/submit" className="grid gap-3">
        <input type="hidden" name="next" value={next} />
        <EmailField
          autoComplete="username"
          defaultValue={state?.values.email}
          error={state?.errors.email}
        />
        <PasswordField
          id="password"
          label="Password"
          autoComplete="current-password"
          error={state?.errors.password}
        />
        <Button>Sign in</Button>
      </Form>
      <ul className="grid">
        <li>
          <StandaloneLink href={passkeyPath(next)}>Sign in with a passkey</StandaloneLink>
        </li>
        <li>
          <StandaloneLink href={pathWithQuery("/forgot-password", carriedPath(next))}>
            Forgot your password, or never set one?
          </StandaloneLink>
        </li>
      </ul>
      <p>
        New here? You get an account through your bank: choose “Give points” in its app. Once your
        rewards are linked, set a password with the link above. Invited to a team? Accept the
        invitation in your email.
      </p>
      {env().environment === "sandbox" && (
        <p className="text-quiet text-small">
          Trying the sandbox? The demo email and password were printed when the service started.
        </p>
      )}
    </FormPage>
  );
}
