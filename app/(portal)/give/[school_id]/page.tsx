import { notFound } from "next/navigation";
import { findSchool } from "#app/find-school.ts";
import { readFormState, readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { titleOf } from "#app/forms/form-title.ts";
import { Page } from "#components/ui/page.tsx";
import type { Profile } from "#lib/cardholders/profile/contract.ts";
import { getCardholderPreferences } from "#lib/cardholders/profile/preferences.ts";
import { getCardholderProfile } from "#lib/cardholders/profile/queries.ts";
import { findAllowances } from "#lib/donations/accept/limits.ts";
import { listSources } from "#lib/giving/portal.ts";
import { findSchoolLook } from "#lib/schools/looks.ts";
import { StylesOf } from "../../../school-styles.tsx";
import { requireCardholder } from "../../../session.ts";
import { Shell } from "../../../shell.tsx";
import { MessagePage } from "../message-page.tsx";
import { NoAccount } from "../no-account.tsx";
import { DonationForm } from "./donation-form.tsx";
import { formPath } from "./form-path.ts";

type Props = { params: Promise<{ school_id: string }>; searchParams: SearchParams };

export const generateMetadata = ({ searchParams }: Props) => titleOf("Your gift", searchParams);

/** The fund that was asked for, or that the person prefers at this school. */
const preferredFund = (profile: Profile, schoolId: string, asked?: string): string | null =>
  asked ?? (profile.preferred_school_id === schoolId ? profile.preferred_fund : null);

export default async function GiveToSchool({ params, searchParams }: Props) {
  const [{ school_id: schoolId }, query] = await Promise.all([params, readQuery(searchParams)]);
  const path = formPath(schoolId);
  const scope = await requireCardholder(path, query);
  const [school, look, state, sources, profile, preferences] = await Promise.all([
    findSchool(schoolId),
    findSchoolLook(schoolId),
    readFormState(query),
    listSources(scope),
    getCardholderProfile(scope),
    getCardholderPreferences(scope),
  ]);
  if (!school) notFound();
  const active = sources.filter(({ status }) => status === "active");
  const canGive = school.active && active.length > 0;
  const allowances = canGive ? await findAllowances(active) : [];
  return (
    <Shell signedIn current="/give">
      <Page width="list">
        <StylesOf schools={look ? [look] : []} />
        {!school.active && look && (
          <MessagePage
            school={look}
            title={`${look.name} isn’t accepting gifts right now`}
            href="/give"
            link="Choose another school"
            isAnswer={state !== null}
          >
            Check back later, or choose another school.
          </MessagePage>
        )}
        {school.active && active.length === 0 && <NoAccount sources={sources} isPageTitle />}
        {canGive && look && (
          <DonationForm
            school={school}
            look={look}
            sources={active}
            allowances={allowances}
            state={state}
            preferredFund={preferredFund(profile, schoolId, query.fund)}
            emailAllowed={preferences.email_donation_confirmation}
          />
        )}
      </Page>
    </Shell>
  );
}
