import { notFound } from "next/navigation";
import { findSchool } from "#app/find-schools.ts";
import { type Query, readFormState, readQuery, titleOf } from "#app/forms/form-state.ts";
import { StylesOf } from "#app/school-styles.tsx";
import { requireCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import type { Profile } from "#lib/cardholders/profile/contract.ts";
import { getCardholderPreferences } from "#lib/cardholders/profile/preferences.ts";
import { getCardholderProfile } from "#lib/cardholders/profile/queries.ts";
import { findAllowances } from "#lib/donations/accept/limits.ts";
import { listSources } from "#lib/giving/portal.ts";
import { MessagePage } from "../message-page.tsx";
import { NoAccount } from "../no-account.tsx";
import { formPath } from "../paths.ts";
import { DonationForm } from "./donation-form.tsx";

type Props = Query & { params: Promise<{ school_id: string }> };

export const generateMetadata = ({ searchParams }: Props) => titleOf("Your gift", searchParams);

/** The fund that was asked for, or that the person prefers at this school. */
const preferredFund = (profile: Profile, schoolId: string, asked?: string): string | null =>
  asked ?? (profile.preferred_school_id === schoolId ? profile.preferred_fund : null);

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
  const allowances = canGive ? await findAllowances(active) : [];
  return (
    <PortalPage current="/give">
      <StylesOf schools={[school]} />
      {!school.active && (
        <MessagePage
          school={school}
          title={`${school.name} isn’t accepting gifts right now`}
          href="/give"
          link="Choose another school"
          isAnswer={state !== null}
        >
          Check back later, or choose another school.
        </MessagePage>
      )}
      {school.active && active.length === 0 && <NoAccount sources={sources} isPageTitle />}
      {canGive && (
        <DonationForm
          school={school}
          sources={active}
          allowances={allowances}
          state={state}
          preferredFund={preferredFund(profile, schoolId, query.fund)}
          emailAllowed={preferences.email_donation_confirmation}
        />
      )}
    </PortalPage>
  );
}
