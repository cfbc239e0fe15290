import type { Metadata } from "next";
import { titleOf } from "#app/forms/form-title.ts";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Page } from "#components/ui/page.tsx";
import { readFormState, readQuery, type SearchParams } from "../forms/form-state.ts";
import { SchoolWall } from "../school-wall.tsx";
import { currentCardholder } from "../session.ts";
import { Shell } from "../shell.tsx";
import { AskForLink } from "./ask-for-link.tsx";
import { LinkSent } from "./link-sent.tsx";

type Query = { searchParams: SearchParams };

export async function generateMetadata({ searchParams }: Query): Promise<Metadata> {
  const query = await readQuery(searchParams);
  if (query.done === "sent") return { title: "Check your email" };
  return titleOf("Set a password", searchParams);
}

export default async function ForgotPassword({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const state = await readFormState(query);
  return (
    <Shell signedIn={(await currentCardholder()) !== null}>
      <Page width="form" aside={<SchoolWall />}>
        {query.done === "sent" ? (
          <LinkSent next={query.next} />
        ) : (
          <>
            <h1 className="display text-balance text-d40 wide:text-d64">Set a password</h1>
            <p className="mt-1 text-quiet">
              New here because your bank linked your account? Forgot your password? Either way,
              we’ll email you a link to set one.
            </p>
            <div className="mt-3 grid gap-3">
              {state && <ErrorSummary errors={state.errors} />}
              <AskForLink
                email={state?.values.email}
                error={state?.errors.email}
                next={query.next}
              />
            </div>
          </>
        )}
      </Page>
    </Shell>
  );
}
