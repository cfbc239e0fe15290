import { notFound } from "next/navigation";
import { readFormState, readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { FormStatus } from "#app/forms/form-status.tsx";
import { titleOf } from "#app/forms/form-title.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Page } from "#components/ui/page.tsx";
import type { Profile } from "#lib/cardholders/profile/contract.ts";
import { getCardholderPreferences } from "#lib/cardholders/profile/preferences.ts";
import { getCardholderProfile } from "#lib/cardholders/profile/queries.ts";
import { listSources } from "#lib/donations/accept/sources.ts";
import { env } from "#lib/env.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";
import { requireCardholder } from "../../../session.ts";
import { Shell } from "../../../shell.tsx";
import { findSchool } from "../../find-school.ts";
import { NoAccount } from "../no-account.tsx";
import { DonationForm } from "./donation-form.tsx";
import { formPath } from "./form-path.ts";
import { HowItWorks } from "./how-it-works.tsx";
import { SchoolHead } from "./school-head.tsx";

type Props = { params: Promise<{ school_id: string }>; searchParams: SearchParams };

export const generateMetadata = ({ searchParams }: Props) => titleOf("Your donation", searchParams);

/** The initially selected fund: the requested one, else the preferred one, else the school's first. */
function initialFund({ school_id, funds }: SchoolDetail, profile: Profile, asked?: string): string {
  const preferred = profile.preferred_school_id === school_id ? profile.preferred_fund : null;
  const named = (name?: string | null) =>
    funds.find((fund) =>
      [fund.fund_id, fund.name.toLowerCase()].includes(name?.toLowerCase() ?? ""),
    );
  return (named(asked) ?? named(preferred) ?? funds[0])?.fund_id ?? "";
}

function Closed({ school }: { school: SchoolDetail }) {
  return (
    <Notice title={`${school.name} takes no donations now`}>
      <a href="/give" className="link-alone">
        Choose another school
      </a>
    </Notice>
  );
}

export default async function GiveToSchool({ params, searchParams }: Props) {
  const [{ school_id: schoolId }, query] = await Promise.all([params, readQuery(searchParams)]);
  const path = formPath(schoolId);
  const scope = await requireCardholder(path, query);
  const [school, state, sources, profile, preferences] = await Promise.all([
    findSchool(schoolId),
    readFormState(query),
    listSources(scope),
    getCardholderProfile(scope),
    getCardholderPreferences(scope),
  ]);
  if (!school) notFound();
  const active = sources.filter(({ status }) => status === "active");
  const canGive = school.active && active.length > 0;
  return (
    <Shell signedIn current="/give">
      <Page width="list">
        <p className="mb-2">
          <a href="/give" className="link-alone">
            Another school
          </a>
        </p>
        <SchoolHead school={school} />
        <div className="mt-4 grid gap-x-8 gap-y-6 desk:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="grid max-w-reading gap-4">
            <FormStatus state={state} />
            {!school.active && <Closed school={school} />}
            {school.active && active.length === 0 && <NoAccount sources={sources} />}
            {canGive && (
              <DonationForm
                school={school}
                sources={active}
                state={state}
                fundId={initialFund(school, profile, query.fund)}
                emailAllowed={preferences.email_donation_confirmation}
                maxCents={env().maxDonationCents}
              />
            )}
          </div>
          {canGive && <HowItWorks school={school.name} />}
        </div>
      </Page>
    </Shell>
  );
}
