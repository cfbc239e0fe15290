import { redirect } from "next/navigation";
import { titleOf } from "#app/forms/form-title.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Field } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { Page } from "#components/ui/page.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { env } from "#lib/env.ts";
import { readFormState, readQuery, type SearchParams } from "../forms/form-state.ts";
import { LinkNotice } from "../oauth/link-notice.tsx";
import { handleIn } from "../oauth/link-path.ts";
import { pathWithQuery } from "../path-with-query.ts";
import { returnPath } from "../return-path.ts";
import { SchoolWall } from "../school-wall.tsx";
import { currentCardholder } from "../session.ts";
import { Shell } from "../shell.tsx";
import { TITLE } from "./messages.ts";
import { SignInNotice } from "./signin-notice.tsx";

type Query = { searchParams: SearchParams };

export const generateMetadata = ({ searchParams }: Query) => titleOf("Sign in", searchParams);

export default async function SignIn({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const next = returnPath(query.next);
  if (await currentCardholder()) redirect(next);
  const state = await readFormState(query);
  return (
    <Shell current="/signin">
      <Page width="form" aside={<SchoolWall />}>
        <h1 className="display text-balance text-d40 wide:text-d64">Sign in</h1>
        <p className="mt-1 text-quiet">See your gifts, and give again.</p>
        <div className="mt-3 grid gap-3">
          {state ? (
            <ErrorSummary title={TITLE} errors={state.errors} />
          ) : (
            <SignInNotice query={query} />
          )}
          <LinkNotice next={next} />
          <Form method="post" action="/signin/submit" className="grid gap-3">
            <input type="hidden" name="next" value={next} />
            <Field
              id="email"
              type="email"
              label="Email address"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
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
          <p>
            <a
              href={pathWithQuery("/forgot-password", handleIn(next) ? { next } : {})}
              className="link-alone"
            >
              Forgot your password, or never set one?
            </a>
          </p>
          {env().environment === "sandbox" && (
            <p className="text-quiet text-small">
              Trying the sandbox? The demo email and password were printed when the service started.
            </p>
          )}
        </div>
      </Page>
    </Shell>
  );
}
