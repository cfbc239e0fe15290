import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { findSchool } from "#app/find-school.ts";
import { readFormState, readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { FormStatus } from "#app/forms/form-status.tsx";
import { titleOf } from "#app/forms/form-title.ts";
import { publicRobots } from "#app/public-robots.ts";
import { SchoolBanner } from "#components/schools/school-banner.tsx";
import { Page, Section } from "#components/ui/page.tsx";
import { sumGivingOf } from "#lib/donations/history/cardholder-giving.ts";
import { isFollowing } from "#lib/schools/queries.ts";
import { StylesOf } from "../../../school-styles.tsx";
import { currentCardholder } from "../../../session.ts";
import { Shell } from "../../../shell.tsx";
import { FundList } from "./fund-list.tsx";
import { GivingTotals } from "./giving-totals.tsx";
import { SchoolActions } from "./school-actions.tsx";

type Query = { params: Promise<{ school_id: string }>; searchParams: SearchParams };

export async function generateMetadata({ params, searchParams }: Query): Promise<Metadata> {
  const { school_id } = await params;
  const school = await findSchool(school_id);
  const title = await titleOf(school?.name ?? "Page not found", searchParams);
  if (!school) return title;
  const description = `Turn credit-card points into a gift to ${school.foundation_name}, for ${school.university}.`;
  return { ...title, description, robots: publicRobots() };
}

export default async function School({ params, searchParams }: Query) {
  const { school_id } = await params;
  const [scope, school] = await Promise.all([currentCardholder(), findSchool(school_id)]);
  if (!school) notFound();
  const query = await readQuery(searchParams);
  const [state, followed, own] = await Promise.all([
    readFormState(query),
    scope ? isFollowing(scope, school_id) : undefined,
    scope && sumGivingOf(scope, school_id),
  ]);
  return (
    <Shell signedIn={scope !== null} current="/schools">
      <StylesOf schools={[school]} />
      <Page
        width="list"
        banner={
          <SchoolBanner school={school}>
            <p>
              Gifts go to <strong>{school.foundation_name}</strong>.
            </p>
            <SchoolActions school={school} followed={followed} pressed={query.done === school_id} />
          </SchoolBanner>
        }
      >
        <FormStatus state={state} />
        <GivingTotals school={school} own={own} />
        <div className="grid gap-x-8 desk:grid-cols-[minmax(0,1fr)_20rem]">
          {school.funds.length > 0 && (
            <Section id="funds" title="Where your gift can go">
              <FundList funds={school.funds} />
            </Section>
          )}
          <Section id="foundation" title="Who receives it">
            <p className="font-strong">{school.foundation_name}</p>
            <p className="mt-1">{school.description}</p>
            <p className="mt-1 text-quiet">
              {school.university} {school.nickname}
            </p>
            {school.website_url && (
              <p className="mt-1">
                <a href={school.website_url} rel="noreferrer" className="link-alone break-all">
                  {new URL(school.website_url).hostname.replace(/^www\./, "")}
                </a>
              </p>
            )}
            <p className="mt-1">
              <a href="/schools" className="link-alone">
                All schools
              </a>
            </p>
          </Section>
        </div>
      </Page>
    </Shell>
  );
}
