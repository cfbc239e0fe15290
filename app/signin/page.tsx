import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Page } from "#components/ui/page.tsx";
import { env } from "#lib/env.ts";
import { returnPath } from "../return-path.ts";
import { currentCardholder } from "../session.ts";
import { Shell } from "../shell.tsx";
import { problemIn } from "./problems.ts";
import { EMAIL_COOKIE, recallEmail } from "./remembered-email.ts";

type Query = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const first = (value: string | string[] | undefined) => [value].flat()[0];

export async function generateMetadata({ searchParams }: Query): Promise<Metadata> {
  const problem = problemIn((await searchParams).problem);
  return { title: problem ? "Error: Sign in" : "Sign in" };
}

export default async function SignIn({ searchParams }: Query) {
  const query = await searchParams;
  const next = returnPath(first(query.next));
  if (await currentCardholder()) redirect(next);
  const problem = problemIn(query.problem);
  const email = problem ? recallEmail((await cookies()).get(EMAIL_COOKIE)?.value) : "";
  return (
    <Shell current="/signin">
      <Page width="form">
        <h1 className="font-strong text-title">Sign in</h1>
        <p className="mt-1 text-quiet">See what you have given, and to whom.</p>
        <div className="mt-3 grid gap-3">
          {problem && (
            <Notice tone="failed" title="You are not signed in yet" urgent>
              {problem.summary}
            </Notice>
          )}
          {query.left === "1" && !problem && <Notice>You have signed out.</Notice>}
          <form method="post" action="/signin/submit" noValidate className="grid gap-3">
            <input type="hidden" name="next" value={next} />
            <Field
              id="email"
              type="email"
              label="E-mail address"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={email}
              error={problem?.email}
            />
            <Field
              id="password"
              type="password"
              label="Password"
              autoComplete="current-password"
              error={problem?.password}
            />
            {query.problem === "code" && (
              <Field
                id="mfa_code"
                type="text"
                label="Code of your authenticator app, or a recovery code"
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
            <Button>Sign in</Button>
          </form>
          {env().environment === "sandbox" && (
            <p className="text-quiet text-small">
              Trying the sandbox? The e-mail address and password of its demonstration cardholder
              were printed when the service started.
            </p>
          )}
        </div>
      </Page>
    </Shell>
  );
}
