import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { readFormState, readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { FormStatus } from "#app/forms/form-status.tsx";
import { titleOf } from "#app/forms/form-title.ts";
import { Page, Section } from "#components/ui/page.tsx";
import { sumGivingOf } from "#lib/donations/history/cardholder-giving.ts";
import { isFollowing } from "#lib/schools/follow.ts";
import { colorsOf, letterColor } from "#lib/schools/monogram.ts";
import { requireCardholder } from "../../../session.ts";
import { Shell } from "../../../shell.tsx";
import { findSchool } from "../../find-school.ts";
import { FundList } from "./fund-list.tsx";
import { GivingTotals } from "./giving-totals.tsx";
import { SchoolActions } from "./school-actions.tsx";
import { type HeaderColors, SchoolHeader } from "./school-header.tsx";

type Query = { params: Promise<{ school_id: string }>; searchParams: SearchParams };

function headerColors(colors: string[]): HeaderColors {
  const { background, second } = colorsOf(colors);
  const text = letterColor(background) === "#ffffff" ? "white" : "black";
  return { background, second, text };
}

export async function generateMetadata({ params, searchParams }: Query): Promise<Metadata> {
  const { school_id } = await params;
  await requireCardholder(`/schools/${school_id}`);
  const school = await findSchool(school_id);
  return titleOf(school?.name ?? "Nothing here", searchParams);
}

export default async function School({ params, searchParams }: Query) {
  const { school_id } = await params;
  const scope = await requireCardholder(`/schools/${school_id}`);
  const school = await findSchool(school_id);
  if (!school) notFound();
  const query = await readQuery(searchParams);
  const [state, followed, own] = await Promise.all([
    readFormState(query),
    isFollowing(scope, school_id),
    sumGivingOf(scope, school_id),
  ]);
  return (
    <Shell signedIn current="/schools">
      <Page>
        <FormStatus state={state} />
        <p className="mb-1">
          <a href="/schools" className="link-alone">
            All schools
          </a>
        </p>
        <SchoolHeader school={school} colors={headerColors(school.colors)} />
        <SchoolActions school={{ ...school, followed }} pressed={query.done === school_id} />
        <GivingTotals school={school} own={own} />
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
              <a href={school.website_url} rel="noreferrer" className="link-alone break-all">
                {new URL(school.website_url).hostname.replace(/^www\./, "")}
              </a>
            </p>
          )}
        </Section>
      </Page>
    </Shell>
  );
}
