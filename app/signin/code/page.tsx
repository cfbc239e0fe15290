import { redirect } from "next/navigation";
import { readFormState, readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { titleOf } from "#app/forms/form-title.ts";
import { returnPath } from "#app/return-path.ts";
import { SchoolWall } from "#app/school-wall.tsx";
import { currentCardholder } from "#app/session.ts";
import { Shell } from "#app/shell.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Form } from "#components/ui/form.tsx";
import { Page } from "#components/ui/page.tsx";
import { TITLE } from "../messages.ts";
import { codePage, readProof, restartPage } from "../second-step.ts";
import { CodeField } from "./code-field.tsx";

type Query = { searchParams: SearchParams };

export const generateMetadata = ({ searchParams }: Query) =>
  titleOf("Enter your code", searchParams);

export default async function SecondStep({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const next = returnPath(query.next);
  if (await currentCardholder()) redirect(next);
  if (!(await readProof())) redirect(restartPage(next));
  const state = await readFormState(query);
  const withRecovery = query.with === "recovery";
  return (
    <Shell current="/signin">
      <Page width="form" aside={<SchoolWall />}>
        <h1 className="display text-balance text-d40 wide:text-d64">
          {withRecovery ? "Enter a recovery code" : "Enter your code"}
        </h1>
        <p className="mt-1 text-quiet">
          Two-step sign-in is on, so there’s one more step to confirm it’s you.
        </p>
        <div className="mt-3 grid gap-3">
          {state && <ErrorSummary title={TITLE} errors={state.errors} />}
          <Form method="post" action="/signin/code/submit" className="grid gap-3">
            <input type="hidden" name="next" value={next} />
            {withRecovery && <input type="hidden" name="with" value="recovery" />}
            <CodeField withRecovery={withRecovery} error={state?.errors.mfa_code} />
            <Button>Sign in</Button>
          </Form>
          <ul className="grid">
            <li>
              <a href={codePage(next, !withRecovery)} className="link-alone">
                {withRecovery
                  ? "Use your authenticator app instead"
                  : "Use a recovery code instead"}
              </a>
            </li>
            <li>
              <a href={`/signin?${new URLSearchParams({ next })}`} className="link-alone">
                Use a different account
              </a>
            </li>
          </ul>
        </div>
      </Page>
    </Shell>
  );
}
