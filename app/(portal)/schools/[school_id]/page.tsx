import type { Metadata } from "next";
import type { ReactNode } from "react";
import { findSchool } from "#app/find-schools.ts";
import { FormStatus } from "#app/form-page.tsx";
import { type Query, readFormState, readQuery, titled } from "#app/forms/form-state.ts";
import { formPath } from "#app/giving/choices.ts";
import { describeFund } from "#app/giving/funds.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { publicRobots } from "#app/public-robots.ts";
import { SchoolColorStyles } from "#app/school-styles.tsx";
import { currentCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import { StandaloneLink, TextLink } from "#components/ui/button.tsx";
import { Section } from "#components/ui/page.tsx";
import { type GivingSums, sumGivingOf } from "#lib/donations/history/queries.ts";
import { env } from "#lib/env.ts";
import { asCents, type Cents, formatDollars, toCents } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";
import { isFollowing } from "#lib/schools/queries.ts";
import { taxSentence } from "#lib/schools/tax.ts";
import { areTotalsRounded } from "#lib/schools/totals.ts";
import { SchoolBanner } from "./school-banner.tsx";

export const policy = { cached: true, react: false };

type Props = Query & { params: Promise<{ school_id: string }> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { school_id } = await params;
  const school = await findSchool(school_id);
  const title = await titled(school?.name ?? "Page not found")({ searchParams });
  if (!school) return title;
  const description = `Turn credit-card points into a gift to ${school.foundation_name}, for ${school.university}.`;
  return { ...title, description, robots: publicRobots() };
}

/** `suffix` is "+" for a rounded-down total. */
type TotalProps = { cents: Cents; suffix?: string; children: ReactNode };

function Total({ cents, suffix = "", children }: TotalProps) {
  return (
    <p className="figures min-w-0">
      <strong className="display mb-1 block text-d56">{`${formatDollars(cents)}${suffix}`}</strong>
      {children}
    </p>
  );
}

type OwnGiving = Pick<GivingSums, "givenCents" | "donations" | "pendingCents">;

const NOTHING: OwnGiving = { givenCents: asCents(0), donations: 0, pendingCents: asCents(0) };

/** What the reader and all donors have given to this school. Zero amounts aren't shown. */
function GivingTotals({ school, own }: { school: SchoolDetail; own: OwnGiving | null }) {
  const { givenCents, donations, pendingCents } = own ?? NOTHING;
  const gifts = donations === 1 ? "1 gift" : `${donations} gifts`;
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-3">
      {givenCents > 0 && (
        <Total cents={givenCents}>
          <TextLink href={`/donations?school=${school.school_id}`}>
            You’ve given in {gifts}
          </TextLink>
        </Total>
      )}
      {pendingCents > 0 && (
        <Total cents={pendingCents}>
          <TextLink href={`/donations?school=${school.school_id}`}>On its way from you</TextLink>
        </Total>
      )}
      {school.total_raised_usd > 0 && (
        <Total cents={toCents(school.total_raised_usd)} suffix={areTotalsRounded() ? "+" : ""}>
          Given through {env().brandName}
        </Total>
      )}
    </div>
  );
}

function Funds({ school_id, active, funds }: SchoolDetail) {
  return (
    <Section id="funds" title="Where your gift can go">
      <ul>
        {funds.map((fund) => (
          <li
            key={fund.fund_id}
            className="grid gap-x-3 border-line border-t py-1.5 wide:grid-cols-[minmax(0,1fr)_14rem]"
          >
            <h3 className="font-strong">{fund.name}</h3>
            <p className="row-start-2">{describeFund(fund)}</p>
            <p className="mt-0.5 text-quiet text-small wide:row-span-3 wide:mt-0 wide:text-right">
              {taxSentence(fund)}
            </p>
            {active && (
              <StandaloneLink
                href={formPath(school_id, { fund: fund.fund_id })}
                aria-label={`Give to this fund: ${fund.name}`}
                className="justify-self-start"
              >
                Give to this fund
              </StandaloneLink>
            )}
          </li>
        ))}
      </ul>
      <p className="border-line border-t pt-2 text-quiet text-small">
        Whether you can deduct a gift made with points depends on your own taxes. Ask a tax advisor.
      </p>
    </Section>
  );
}

function Foundation({ school }: { school: SchoolDetail }) {
  return (
    <Section id="foundation" title="Who receives it">
      <p className="font-strong">{school.foundation_name}</p>
      <p className="mt-1">{school.description}</p>
      <p className="mt-1 text-quiet">
        {school.university} {school.nickname}
      </p>
      {school.website_url && (
        <p className="mt-1">
          <StandaloneLink href={school.website_url} rel="noreferrer" className="break-all">
            {new URL(school.website_url).hostname.replace(/^www\./, "")}
          </StandaloneLink>
        </p>
      )}
      <p className="mt-1">
        <StandaloneLink href="/schools">All schools</StandaloneLink>
      </p>
    </Section>
  );
}

export default async function School({ params, searchParams }: Props) {
  const { school_id } = await params;
  const [scope, school] = await Promise.all([currentCardholder(), findSchool(school_id)]);
  if (!school) return <MissingPage />;
  const query = await readQuery(searchParams);
  const [state, followed, own] = await Promise.all([
    readFormState(query),
    scope ? isFollowing(scope, school_id) : undefined,
    scope && sumGivingOf(scope, school_id),
  ]);
  const isPressed = query.done === school_id;
  return (
    <PortalPage
      current="/schools"
      banner={
        <>
          <SchoolColorStyles schools={[school]} />
          <SchoolBanner school={school} followed={followed} pressed={isPressed} />
        </>
      }
    >
      <FormStatus state={state} />
      <GivingTotals school={school} own={own} />
      <div className="grid gap-x-8 desk:grid-cols-[minmax(0,1fr)_20rem]">
        {school.funds.length > 0 && <Funds {...school} />}
        <Foundation school={school} />
      </div>
    </PortalPage>
  );
}
