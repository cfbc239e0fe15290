import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { readQuery, recallForm, type SearchParams } from "#app/forms/form-state.ts";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Page, Section } from "#components/ui/page.tsx";
import { systemScope } from "#lib/auth/scopes.ts";
import { sumGivenToSchool } from "#lib/donations/given-to-school.ts";
import { ServiceError } from "#lib/errors.ts";
import { isFollowing } from "#lib/schools/follow.ts";
import { coloursOf, letterColor } from "#lib/schools/monogram.ts";
import { getSchool } from "#lib/schools/queries.ts";
import { requireCardholder } from "../../../session.ts";
import { Shell } from "../../../shell.tsx";
import { FundList } from "./fund-list.tsx";
import { GivingSoFar } from "./giving-so-far.tsx";
import { SchoolActions } from "./school-actions.tsx";
import { type HeaderColours, SchoolHeader } from "./school-header.tsx";

type Query = { params: Promise<{ school_id: string }>; searchParams: SearchParams };

/** Once per page, for its title and its content. */
const findSchool = cache(async (schoolId: string) => {
  try {
    return await getSchool(systemScope("school page"), schoolId);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "SCHOOL_NOT_FOUND") return null;
    throw error;
  }
});

function headerColours(colors: string[]): HeaderColours {
  const { background, second } = coloursOf(colors);
  const text = letterColor(background) === "#ffffff" ? "white" : "black";
  return { background, second, text };
}

export async function generateMetadata({ params, searchParams }: Query): Promise<Metadata> {
  const { school_id } = await params;
  await requireCardholder(`/schools/${school_id}`);
  const school = await findSchool(school_id);
  const state = await recallForm(await readQuery(searchParams));
  const hasErrors = Object.keys(state?.errors ?? {}).length > 0;
  return { title: `${hasErrors ? "Error: " : ""}${school?.name ?? "Nothing here"}` };
}

export default async function School({ params, searchParams }: Query) {
  const { school_id } = await params;
  const scope = await requireCardholder(`/schools/${school_id}`);
  const school = await findSchool(school_id);
  if (!school) notFound();
  const query = await readQuery(searchParams);
  const [state, followed, own] = await Promise.all([
    recallForm(query),
    isFollowing(scope, school_id),
    sumGivenToSchool(scope, school_id),
  ]);
  return (
    <Shell signedIn current="/schools">
      <Page>
        <ErrorSummary errors={state?.errors ?? {}} />
        {state?.unsent && (
          <Notice title="You were signed out before this was sent" urgent>
            Press the button again.
          </Notice>
        )}
        <p className="mb-1">
          <a href="/schools" className="link inline-flex min-h-6 items-center">
            All schools
          </a>
        </p>
        <SchoolHeader school={school} colours={headerColours(school.colors)} />
        <SchoolActions school={{ ...school, followed }} pressed={query.done === school_id} />
        <GivingSoFar school={school} own={own} />
        {school.funds.length > 0 && (
          <Section id="funds" title="What your donation can be for">
            <FundList funds={school.funds} />
          </Section>
        )}
        <Section id="foundation" title="Who receives it">
          <p className="break-words">
            {school.foundation_name}.{school.description && ` ${school.description}`}
          </p>
          {school.website_url && (
            <p className="mt-1">
              <a href={school.website_url} rel="noreferrer" className="link break-all">
                {new URL(school.website_url).hostname.replace(/^www\./, "")}
              </a>
            </p>
          )}
        </Section>
      </Page>
    </Shell>
  );
}
