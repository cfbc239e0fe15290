import { carriedPath } from "#app/carried-path.ts";
import { FormPage, FormStatus } from "#app/form-page.tsx";
import { FormFields } from "#app/forms/form-fields.tsx";
import { type Query, titled } from "#app/forms/form-state.ts";
import { linkHandleIn } from "#app/oauth/link-path.ts";
import { pathWithQuery } from "#app/paths.ts";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { findOpenLinkByHandle } from "#lib/accounts/consent.ts";
import { env } from "#lib/env.ts";
import { forms } from "./forms.ts";
import { readSignIn } from "./read-sign-in.tsx";
import { passkeyPath, TITLE } from "./second-step.ts";

export const policy = { cached: true, react: false };

export const generateMetadata = titled("Sign in");

/** Above the sign-in form: the bank whose consent request comes next. Reveals nothing about the cardholder. */
async function LinkNotice({ next }: { next: string }) {
  const handle = linkHandleIn(next);
  const link = handle ? await findOpenLinkByHandle(handle) : null;
  if (!link) return null;
  return (
    <Notice>
      <bdi className="font-strong">{link.bankName}</bdi> wants to connect your rewards account. Sign
      in to see what that means. Is it your first time here? Set a password with the email address
      that your bank has for you.
    </Notice>
  );
}

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
  const { query, next, state, gift } = await readSignIn(searchParams);
  return (
    <FormPage
      current="/signin"
      title={gift ? `Sign in to give to ${gift.schoolName}` : "Sign in"}
      intro={gift ? null : "See your gifts, and give again."}
      ticket={gift?.ticket}
    >
      <FormStatus title={TITLE} state={state} />
      {!state && <SignInNotice query={query} />}
      <LinkNotice next={next} />
      <Form method="post" action="/signin/submit" className="grid gap-3">
        <input type="hidden" name="next" value={next} />
        <FormFields form={forms.submit} state={state} />
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
